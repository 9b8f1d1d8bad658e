import type { Contributions } from '../../../api/assessment-words.ts';
import { numberOf } from './contributions.ts';

const PREFIX = 'adaptive.';
const OTHERS = 'others';
const BASE = 'base';

export interface AdaptiveBreakdown {
  /** What each feature did to the log-odds of fraud, the largest first; `others` is the sum of those not named. */
  features: { name: string; logOdds: number }[];
  others: number;
  /** Where every assessment begins. */
  base: number;
}

/** What the adaptive model made its score of; undefined where the default profile decided. */
export function readAdaptive(contributions: Contributions): AdaptiveBreakdown | undefined {
  if (contributions['scoringProfile'] !== 'adaptive') return undefined;
  const named = Object.keys(contributions)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({ name: name.slice(PREFIX.length), logOdds: numberOf(contributions, name) ?? 0 }));
  const valueOf = (wanted: string) => named.find(({ name }) => name === wanted)?.logOdds ?? 0;
  return {
    features: named
      .filter(({ name }) => name !== OTHERS && name !== BASE)
      .toSorted((one, other) => Math.abs(other.logOdds) - Math.abs(one.logOdds)),
    others: valueOf(OTHERS),
    base: valueOf(BASE),
  };
}
