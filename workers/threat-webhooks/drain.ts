interface Drain<Item> {
  /** Takes up to so many items; fewer when there are no more. */
  take: (count: number) => Promise<readonly Item[]>;
  work: (item: Item) => Promise<void>;
  atOnce: number;
}

/**
 * Works on items as they are taken, up to so many at once, so that a slow one holds up none of the others. After an error
 * no more are taken, and those in work come to their end.
 *
 * @throws the first error
 */
export async function drain<Item>({ take, work, atOnce }: Drain<Item>): Promise<void> {
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const start = (item: Item) => {
    const ending = work(item)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => running.delete(ending));
    running.add(ending);
  };
  let more = true;
  while (running.size > 0 || more) {
    if (more) {
      const wanted = atOnce - running.size;
      const items = await take(wanted).catch((error: unknown) => (errors.push(error), []));
      more = items.length === wanted;
      items.forEach(start);
    }
    if (running.size > 0) await Promise.race(running);
    if (errors.length > 0) more = false;
  }
  if (errors.length > 0) throw errors[0];
}
