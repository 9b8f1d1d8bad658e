const AT_ONCE = 20;

/** Signals many jobs, so many at a time that the queue's connections are kept busy and nobody waits long for one. */
export async function inBatches<Item>(items: readonly Item[], signal: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(signal));
  }
}
