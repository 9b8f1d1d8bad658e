/** Time as an input: everything that needs "now" asks a clock, so that tests and replays are exact. */
export interface Clock {
  /** The current time in milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
