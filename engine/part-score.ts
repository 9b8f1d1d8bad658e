import { anyOf, round2 } from './numbers.ts';
import type { ReasonCode } from './vocabulary.ts';

/** One piece of evidence inside a part score. */
export interface Factor {
  reason: ReasonCode;
  /** How strongly it alone speaks for fraud, 0 to 1. */
  strength: number;
}

/** One of the three parts of a score, with what carried it and the raw signals behind it. */
export interface PartScore {
  /** 0 to 100. */
  score: number;
  factors: readonly Factor[];
  /** Diagnostic signals for `featureContributions`. */
  signals: Record<string, number | string | boolean>;
}

/** Independent factors add up without ever passing 100: one strong factor carries the part, weak ones hardly move it. */
export function combineFactors(factors: readonly Factor[], signals: PartScore['signals']): PartScore {
  return { score: round2(100 * anyOf(factors.map((factor) => factor.strength))), factors, signals };
}
