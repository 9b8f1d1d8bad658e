import { ACTIONS, type Action } from '../../api/assessment-words.ts';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import type { Settings } from './settings.ts';

type Bucket = Schemas['ScoreDistribution']['data'][number];
type Decider = Pick<Settings, 'review' | 'block' | 'policyMode'>;

export interface Move {
  from: Action;
  to: Action;
  count: number;
}

export interface Moves {
  /** All assessments that were looked at. */
  total: number;
  /** What would be decided otherwise; pairs without any are left out. */
  moves: Move[];
  /** Whether a threshold lies within a bucket, of which a share was taken then. */
  isEstimate: boolean;
}

/** The strictest that each mode ever answers. */
const STRICTEST: Readonly<Record<Settings['policyMode'], Action>> = {
  hybrid: 'block',
  advisory: 'review',
  shadow: 'allow',
};

/**
 * What past assessments would have been answered if a policy had been another one, by their score alone. Where the score
 * says the same under both, what was answered stays: a guard or degraded mode may have asked for more.
 */
export function countMoves(buckets: readonly Bucket[], before: Decider, after: Decider): Moves {
  const counts = new Map<string, Move>();
  let isEstimate = false;
  for (const bucket of buckets) {
    const pieces = cut(bucket, [before.review, before.block, after.review, after.block]);
    for (const { middle, share } of pieces) {
      for (const from of ACTIONS) {
        const to = answerNow(from, middle, before, after);
        if (to === from || bucket[from] === 0) continue;
        const move = counts.get(`${from} ${to}`) ?? { from, to, count: 0 };
        counts.set(`${from} ${to}`, { ...move, count: move.count + share * bucket[from] });
        isEstimate ||= share < 1;
      }
    }
  }
  return {
    total: buckets.reduce((sum, { count }) => sum + count, 0),
    moves: [...counts.values()]
      .map((move) => ({ ...move, count: Math.round(move.count) }))
      .filter(({ count }) => count > 0),
    isEstimate,
  };
}

/** A bucket in pieces between the thresholds that lie within it. */
function cut({ from, to }: Bucket, thresholds: readonly number[]): { middle: number; share: number }[] {
  const within = thresholds.filter((threshold) => threshold > from && threshold < to);
  const bounds = [from, ...new Set(within.toSorted((one, other) => one - other)), to];
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? from;
    return { middle: (start + end) / 2, share: (end - start) / (to - from) };
  });
}

function actionOf(score: number, { review, block, policyMode }: Decider): Action {
  const action = score >= block ? 'block' : score >= review ? 'review' : 'allow';
  return milder(action, STRICTEST[policyMode]);
}

function answerNow(answered: Action, score: number, before: Decider, after: Decider): Action {
  const [was, is] = [actionOf(score, before), actionOf(score, after)];
  const byScore = followScore(answered, was, is);
  const strictest = STRICTEST[after.policyMode];
  // A milder mode bounds what guards asked for, too.
  return rank(strictest) < rank(STRICTEST[before.policyMode]) ? milder(byScore, strictest) : byScore;
}

function followScore(answered: Action, was: Action, is: Action): Action {
  if (rank(is) > rank(was)) return stricter(answered, is);
  return rank(is) < rank(was) && answered === was ? is : answered;
}

function milder(one: Action, other: Action): Action {
  return rank(one) <= rank(other) ? one : other;
}

function stricter(one: Action, other: Action): Action {
  return rank(one) >= rank(other) ? one : other;
}

function rank(action: Action): number {
  return ACTIONS.indexOf(action);
}
