/** What was waited for did not come in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Waits for `work` at most `timeoutMs` milliseconds. The work itself goes on; what it does later is ignored, also a
 * failure.
 *
 * @throws TimeoutError when the time is over
 */
export async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`No answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
