/** SQLSTATE of a statement that waited longer than its lock time-out. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a statement gave up waiting for a row that another transaction is writing. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
}

/** Whether no connection could be had in time: the pool is used up, or the server does not take new ones. */
export function isConnectionTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
}
