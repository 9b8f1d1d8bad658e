import type { Clock } from '../../platform/clock.ts';

export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock that stands still until it is moved. */
export function createTestClock(startMs = Date.now()): TestClock {
  let current = startMs;
  return {
    now: () => current,
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}
