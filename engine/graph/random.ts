/** A source of chance: uniform, from 0 up to but not including 1. */
export type Random = () => number;

/**
 * Tommy Ettinger's mulberry32: the same seed gives the same numbers everywhere. Good enough to draw samples with, not
 * for secrets.
 *
 * @param seed any 32-bit integer
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
