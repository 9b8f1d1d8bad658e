import { TimeoutError } from './with-timeout.ts';

/** Does what is asked for at the same time as one. */
export interface Batcher<Item, Result> {
  /**
   * @param key only items of one key go together: a company
   * @throws what the batch failed with, or TimeoutError when it could not begin in time
   */
  run(key: string, item: Item): Promise<Result>;
}

interface BatcherOptions<Item, Result> {
  /** Does the work. @returns one result, or the promise of one, per item, in their order */
  perform: (key: string, items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  /** Items of one batch, at most. */
  size: number;
  /** Batches of one key at the same time, at most. While so many are under way, later items gather. */
  concurrency: number;
  /** How long an item may wait for its batch to begin. */
  patienceMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  since: number;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
}

/** The items of one key. */
interface Line<Item, Result> {
  waiting: Waiting<Item, Result>[];
  running: number;
  scheduled: boolean;
}

/**
 * Nobody waits for company: a batch begins as soon as all that came in with the first item is read, and holds only what
 * came before it began, so its answers are as fresh as those of separate calls.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { perform, size, concurrency, patienceMs = Infinity } = options;
  const lines = new Map<string, Line<Item, Result>>();

  const schedule = (key: string, line: Line<Item, Result>): void => {
    if (line.scheduled || line.running >= concurrency || line.waiting.length === 0) return;
    line.scheduled = true;
    setImmediate(() => {
      line.scheduled = false;
      begin(key, line);
    });
  };

  const begin = (key: string, line: Line<Item, Result>): void => {
    while (line.waiting.length > 0 && line.running < concurrency) {
      const batch = refuseLate(line.waiting.splice(0, size), patienceMs);
      if (batch.length > 0) void work(key, line, batch);
    }
    if (line.running === 0) lines.delete(key);
  };

  const work = async (key: string, line: Line<Item, Result>, batch: Waiting<Item, Result>[]): Promise<void> => {
    line.running += 1;
    try {
      const results = await perform(
        key,
        batch.map(({ item }) => item),
      );
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    line.running -= 1;
    if (line.waiting.length > 0) schedule(key, line);
    else if (line.running === 0) lines.delete(key);
  };

  return {
    run: (key, item) =>
      new Promise((resolve, reject) => {
        const line = lines.get(key) ?? { waiting: [], running: 0, scheduled: false };
        lines.set(key, line);
        line.waiting.push({ item, since: performance.now(), resolve, reject });
        schedule(key, line);
      }),
  };
}

function refuseLate<Item, Result>(batch: Waiting<Item, Result>[], patienceMs: number): Waiting<Item, Result>[] {
  const earliest = performance.now() - patienceMs;
  for (const { since, reject } of batch) {
    if (since < earliest) reject(new TimeoutError(`Its turn did not come within ${patienceMs} ms`));
  }
  return batch.filter(({ since }) => since >= earliest);
}
