/** SQLSTATEs and classes of them that pass by themselves: connection, resources, shutdown, a lock held too long. */
const SQL_STATES = /^(?:08...|53...|57P0.|55P03|25P03)$/;

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

const ERROR_NAMES = new Set(['KnexTimeoutError', 'MaxRetriesPerRequestError', 'TimeoutError', 'ClusterAllFailedError']);

/** pg, its pool and ioredis tell some of these only by their text. */
const MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'Connection is closed',
  'Command timed out',
  "Stream isn't writeable",
  "Cluster isn't ready",
  'redis is away',
];

const MAX_CAUSES = 5;

/** Whether an error means that the database or the queue is not there right now, rather than that we made a mistake. */
export function isUnavailable(error: unknown, causesLeft = MAX_CAUSES): boolean {
  if (!(error instanceof Error) || causesLeft === 0) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (SYSTEM_CODES.has(code) || SQL_STATES.test(code))) return true;
  if (ERROR_NAMES.has(error.name) || MESSAGES.some((message) => says(error, message))) return true;
  if (error instanceof AggregateError && error.errors.some((part) => isUnavailable(part, causesLeft - 1))) return true;
  return isUnavailable(error.cause, causesLeft - 1);
}

/** The query builder puts its statement before the reason: `select … - Connection terminated unexpectedly`. */
function says({ message }: Error, reason: string): boolean {
  return message.startsWith(reason) || message.includes(` - ${reason}`);
}
