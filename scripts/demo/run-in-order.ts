export interface OrderedRun<Item> {
  /** How many items are under way at once. */
  concurrency: number;
  /** Items that share a key run one after the other, in their order. */
  keysOf: (item: Item) => readonly string[];
  /** Waits for all items before it, and all items after it wait for it. */
  isBarrier: (item: Item) => boolean;
  run: (item: Item) => Promise<void>;
}

/**
 * Runs items in their order where it matters and at the same time where it does not.
 *
 * @throws what the first failing item threw, once all that were under way have ended
 */
export async function runInOrder<Item>(items: readonly Item[], options: OrderedRun<Item>): Promise<void> {
  const { concurrency, keysOf, isBarrier, run } = options;
  const underWay = new Set<Promise<void>>();
  const lastOfKey = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  for (const item of items) {
    if (isBarrier(item)) await Promise.all(underWay);
    while (underWay.size >= concurrency) await Promise.race(underWay);
    if (failures.length > 0) break;
    const keys = keysOf(item);
    const before = Promise.all(keys.map((key) => lastOfKey.get(key) ?? Promise.resolve()));
    const task = before
      .then(() => run(item))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(task));
    underWay.add(task);
    for (const key of keys) lastOfKey.set(key, task);
    if (isBarrier(item)) await task;
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
}
