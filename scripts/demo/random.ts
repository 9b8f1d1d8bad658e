/** A seeded source of chance: the same seed gives the same demo every time. */
export interface Random {
  /** Uniform, from 0 up to but not including 1. */
  next(): number;
  /** Uniform whole number, both ends included. */
  integer(least: number, most: number): number;
  chance(probability: number): boolean;
  /** One of the items, each as likely. */
  pick<Item>(items: readonly Item[]): Item;
  /** Log-normal, as amounts of money are: half of the values lie below the median. */
  logNormal(median: number, sigma: number): number;
}

/** @param seed any 32-bit integer */
export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  return {
    next,
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('cannot pick from an empty list');
      return item;
    },
    logNormal: (median, sigma) => median * Math.exp(sigma * gaussian(next)),
  };
}

/** Tommy Ettinger's mulberry32: 32 bits of state are plenty for a demo. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Standard normal by Box and Muller; 1 - next() keeps the logarithm away from zero. */
function gaussian(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}
