const MAX_CAUSES = 5;

/** The parts of an error that are safe to log: not the `detail` of PostgreSQL, which repeats values of the row. */
export interface ErrorDescription {
  type: string;
  message: string;
  stack?: string | undefined;
  code?: string;
  constraint?: string;
  cause?: ErrorDescription;
}

export function describeError(error: unknown, causesLeft = MAX_CAUSES): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is not an error was thrown' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const description: ErrorDescription = { type: error.name, message: error.message, stack: error.stack };
  if (typeof code === 'string') description.code = code;
  if (typeof constraint === 'string') description.constraint = constraint;
  if (error.cause !== undefined && causesLeft > 0) description.cause = describeError(error.cause, causesLeft - 1);
  return description;
}
