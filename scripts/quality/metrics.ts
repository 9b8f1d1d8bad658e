/** Events of one and the same score: among them there is no order. */
export interface TieGroup {
  count: number;
  frauds: number;
}

/** How well a score ranks fraud before the rest. All between 0 and 1; NaN when there is no fraud, or nothing else. */
export interface Ranking {
  /** Area under the ROC curve: how often a fraud has a higher score than a legitimate event; a tie counts half. */
  auc: number;
  /** Average precision: the mean, over the frauds, of the precision down to each of them. */
  averagePrecision: number;
  /** Share of the frauds among the 1 % and the 5 % highest scores. */
  recallAt1Percent: number;
  recallAt5Percent: number;
  /** Share of frauds among the 100 highest scores. */
  precisionAt100: number;
}

/** Where each event stands: the group of its score, from the highest on. */
export interface Ranks {
  groups: number;
  groupOf: Uint32Array;
}

/** Ranks scores from the highest to the lowest; the same score is the same group. */
export function rankScores(scores: readonly number[]): Ranks {
  const distinct = [...new Set(scores)].sort((one, other) => other - one);
  const groups = new Map(distinct.map((score, group) => [score, group]));
  return { groups: distinct.length, groupOf: Uint32Array.from(scores, (score) => groups.get(score) ?? 0) };
}

/** Counts events and frauds by score, from the highest score on. */
export function groupTies(scores: readonly number[], labels: readonly number[]): TieGroup[] {
  const { groups, groupOf } = rankScores(scores);
  const ties = Array.from({ length: groups }, () => ({ count: 0, frauds: 0 }));
  groupOf.forEach((group, index) => {
    const tie = ties[group];
    if (!tie) return;
    tie.count += 1;
    tie.frauds += labels[index] ?? 0;
  });
  return ties;
}

/**
 * All ranking metrics. Events of the same score count by their mean: every number is what a random order among them would
 * give on average.
 *
 * @param groups from the highest score on
 */
export function measureRanking(groups: readonly TieGroup[]): Ranking {
  const { count } = addUp(groups);
  return {
    auc: areaUnderRoc(groups),
    averagePrecision: averagePrecision(groups),
    recallAt1Percent: recallAt(groups, Math.round(0.01 * count)),
    recallAt5Percent: recallAt(groups, Math.round(0.05 * count)),
    precisionAt100: fraudsAmong(groups, 100) / Math.min(100, count),
  };
}

export function areaUnderRoc(groups: readonly TieGroup[]): number {
  const total = addUp(groups);
  let fraudsAbove = 0;
  let won = 0;
  for (const { count, frauds } of groups) {
    won += (count - frauds) * (fraudsAbove + frauds / 2);
    fraudsAbove += frauds;
  }
  return won / (total.frauds * (total.count - total.frauds));
}

/**
 * The expected value over all orders of equal scores. Of a group of n with p frauds after N events with P frauds, place i
 * holds a fraud with probability p / n, and then (i − 1)(p − 1) / (n − 1) of those before it in the group are frauds.
 */
export function averagePrecision(groups: readonly TieGroup[]): number {
  let above = 0;
  let fraudsAbove = 0;
  let sum = 0;
  for (const { count, frauds } of groups) {
    if (frauds > 0) {
      const slope = count > 1 ? (frauds - 1) / (count - 1) : 0;
      let precisions = 0;
      for (let place = 1; place <= count; place += 1) {
        precisions += (fraudsAbove + 1 + (place - 1) * slope) / (above + place);
      }
      sum += (frauds / count) * precisions;
    }
    above += count;
    fraudsAbove += frauds;
  }
  return sum / fraudsAbove;
}

/** Share of all frauds that are expected among so many of the highest scores. */
export function recallAt(groups: readonly TieGroup[], alerts: number): number {
  return fraudsAmong(groups, alerts) / addUp(groups).frauds;
}

/** Frauds expected among so many of the highest scores; of a group that fits in part, its part. */
function fraudsAmong(groups: readonly TieGroup[], alerts: number): number {
  let left = alerts;
  let found = 0;
  for (const { count, frauds } of groups) {
    if (left <= 0) break;
    if (count > 0) found += frauds * Math.min(1, left / count);
    left -= count;
  }
  return found;
}

function addUp(groups: readonly TieGroup[]): TieGroup {
  const total = { count: 0, frauds: 0 };
  for (const { count, frauds } of groups) {
    total.count += count;
    total.frauds += frauds;
  }
  return total;
}
