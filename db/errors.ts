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

/** Data exceptions, broken constraints, deadlocks and the like, locks that did not come: the statement, not the server. */
const STATEMENT_ERROR = /^(22|23|40|55)...$/;

/** Whether a statement failed by itself and surely left nothing behind: unlike one whose connection broke. */
export function isRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && STATEMENT_ERROR.test(code);
}
