import type { AssessedMoment } from '../../db/queries/graph-explorer-seed.ts';
import type { Standing } from '../../db/queries/graph-explorer.ts';
import { SIGNAL_PREFIX } from '../../engine/velocity-score.ts';
import type { EntityType } from '../../engine/vocabulary.ts';

type Contributions = AssessedMoment['featureContributions'];

/**
 * What is said of peers in assessment mode (spec section 2.14, rule 4): nothing. A peer's label is set any time later,
 * and its scores follow from labels and edges of any time later.
 */
export const SUPPRESSED: Standing = { confirmedFraud: false, fraudSimilarity: 0, pagerank: 0, betweenness: 0 };

/** How the user of an assessment stood at its time, as it was scored: zeros where the graph was unavailable. */
export function standingThen(contributions: Contributions): Standing {
  const { knnFraudSimilarity, pagerankScore, betweennessScore, confirmedFraudUser } = contributions;
  return {
    confirmedFraud: confirmedFraudUser === true,
    fraudSimilarity: Number(knnFraudSimilarity ?? 0),
    pagerank: Number(pagerankScore ?? 0),
    betweenness: Number(betweennessScore ?? 0),
  };
}

/** Whether the assessment was made knowing its indicator of that type as a global threat. */
export function wasGlobalThreat(contributions: Contributions, type: EntityType): boolean {
  return contributions[`${SIGNAL_PREFIX[type]}GlobalThreat`] === true;
}
