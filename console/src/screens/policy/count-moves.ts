import { ACTIONS, type Action } from '../../api/assessment-words.ts';
import type { Settings } from './settings.ts';

interface Bucket {
  /** The least score in it. */
  from: number;
  count: number;
}

export interface Move {
  from: Action;
  to: Action;
  count: number;
}

type Decisive = Pick<Settings, 'policyMode' | 'thresholds'>;

/** What a policy makes of a score by itself; guards and missing signals may ask for more. */
export function actionOf(score: number, { policyMode, thresholds }: Decisive): Action {
  if (policyMode === 'shadow' || score < thresholds.review) return 'allow';
  return score < thresholds.block || policyMode === 'advisory' ? 'review' : 'block';
}

/**
 * How many assessments would be decided in another way by another policy, by what they would move from and to.
 *
 * @param buckets of the histogram of scores; one that a threshold cuts counts with its least score
 */
export function countMoves(buckets: readonly Bucket[], before: Decisive, after: Decisive): Move[] {
  const counts = new Map<string, Move>();
  for (const { from: score, count } of buckets) {
    const [from, to] = [actionOf(score, before), actionOf(score, after)];
    if (from === to || count === 0) continue;
    const known = counts.get(`${from} ${to}`) ?? { from, to, count: 0 };
    counts.set(`${from} ${to}`, { ...known, count: known.count + count });
  }
  const rank = ({ from, to }: Move) => ACTIONS.indexOf(from) * ACTIONS.length + ACTIONS.indexOf(to);
  return [...counts.values()].sort((one, other) => rank(one) - rank(other));
}
