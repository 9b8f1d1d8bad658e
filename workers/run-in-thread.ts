import { Worker } from 'node:worker_threads';

/** What a thread finds in `workerData`. */
export interface ThreadData<Task> {
  /** The module that does the work and posts the result. */
  module: string;
  task: Task;
}

/**
 * Runs a module in a thread of its own, so that work which keeps a processor busy for long does not keep this process
 * from renewing the locks of its jobs. The thread ends with the work, with the signal, or with its own failure, and
 * takes nothing else down.
 *
 * @param module URL of a module that reads `workerData.task` and posts one message, the result
 * @throws an Error whose cause the module threw; the reason of the signal; an Error when there was no result
 */
export async function runInThread<Result>(module: URL, task: object, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const workerData: ThreadData<object> = { module: module.href, task };
  const thread = new Worker(new URL('load-thread.js', import.meta.url), { workerData });
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end);
  try {
    return await new Promise<Result>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', (error) => reject(new Error(`in a thread: ${error.message}`, { cause: error })));
      thread.once('exit', (code) => reject(new Error(`the thread ended without a result (code ${code})`)));
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
