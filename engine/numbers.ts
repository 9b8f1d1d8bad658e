/** 0 up to `low`, 1 from `high` on, a straight line between. */
export function ramp(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** The logistic function: 0.5 at 0, towards 0 and 1 on either side. */
export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** The probability that at least one of several independent causes holds ("noisy or"). */
export function anyOf(probabilities: readonly number[]): number {
  return 1 - probabilities.reduce((none, probability) => none * (1 - probability), 1);
}

/**
 * What a second strength adds to a first that rests on the same evidence: as independent causes the two then come to the
 * larger one.
 */
export function beyond(first: number, second: number): number {
  return first < 1 ? Math.max(0, (second - first) / (1 - first)) : 0;
}

/**
 * Divides a strength among factors that rest on the same evidence, in proportion to what each would say alone: as
 * independent causes they then come to that strength.
 *
 * @param strengths each from 0 to below 1
 */
export function shareStrength(whole: number, strengths: readonly number[]): number[] {
  const evidence = strengths.map((strength) => -Math.log(1 - strength));
  const total = evidence.reduce((sum, one) => sum + one, 0);
  return evidence.map((one) => (total > 0 ? 1 - (1 - whole) ** (one / total) : 0));
}

/** Rounds to two decimals: the precision of scores (contract, preamble). */
export function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Rounds down to two decimals, for scores that must not reach what lies above them. */
export function floor2(value: number): number {
  return Math.floor(value * 100) / 100;
}

/** Rounds to four decimals: the precision of contributions. */
export function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
