import { floor2 } from '../numbers.ts';

/** A point of the scale: this log-odds is this score. */
export interface Knot {
  logOdds: number;
  score: number;
}

/**
 * Levels at which the scale is fitted; between them it is straight. Nine in ten scores lie below the first ten: without
 * levels there, one version's 3 is the next one's 6, and what was assessed under different versions is not comparable.
 */
export const LEVELS = [1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const;

/** What a model that has not seen its outcome says of an assessment. */
export interface Placed {
  logOdds: number;
  /** How many assessments it stands for. */
  weight: number;
}

/** What the default profile says of an assessment. */
export interface Scored {
  defaultScore: number;
  /** How many assessments it stands for. */
  weight: number;
}

/** The latest third of the points tells how many reach each level now: a company's first weeks are unlike the later ones. */
const LATE_FROM = 2 / 3;
/** What all points say of a level weighs as much as so many late assessments. */
const PRIOR_WEIGHT = 100;

/**
 * Which share of the assessments of late the default profile puts at each level and above, one number per level, 0 to 1.
 * Few reach the upper levels, so each level is asked how many of those at the level below reach it: lately, pulled towards
 * all. The shares of two versions of a model then differ by what has changed, not by chance.
 *
 * @param points the oldest first
 */
export function sharesOfLate(points: readonly Scored[]): number[] {
  const ofAll = weightsByLevel(points);
  const ofLate = weightsByLevel(points.slice(Math.floor(LATE_FROM * points.length)));
  let share = 1;
  return LEVELS.map((_, level) => {
    const prior = ofAll[level]! > 0 ? ofAll[level + 1]! / ofAll[level]! : 0;
    share *= (ofLate[level + 1]! + PRIOR_WEIGHT * prior) / (ofLate[level]! + PRIOR_WEIGHT);
    return share;
  });
}

/** The weight of all points, and of those at each level and above. */
function weightsByLevel(points: readonly Scored[]): number[] {
  return [-Infinity, ...LEVELS].map((level) =>
    points.reduce((sum, { defaultScore, weight }) => (defaultScore >= level ? sum + weight : sum), 0),
  );
}

/**
 * Makes the scale on which a model finds a given share of the points at each level and above: where it is that of the
 * default profile, the thresholds of a policy mean as much work for its reviewers as before. Strictly increasing: no rank
 * is lost. Log-odds that many share stay on one side of a level, that to which the share comes closer. A level without a
 * share is not set.
 *
 * @param shares by level, 0 to 1, falling
 * @param bounds the least and the largest log-odds that the model can give, not the same: 0 and 100
 */
export function fitScale(
  points: readonly Placed[],
  { shares, bounds }: { shares: readonly number[]; bounds: { least: number; largest: number } },
): Knot[] {
  const gaps = listGaps(points, bounds);
  const total = points.reduce((sum, { weight }) => sum + weight, 0);
  const knots: Knot[] = [{ logOdds: bounds.largest, score: 100 }];
  for (const [at, level] of [...LEVELS.entries()].reverse()) {
    const wanted = shares[at]! * total;
    if (wanted === 0) continue;
    const { low, high } = gaps.reduce((best, gap) => (distance(gap, wanted) < distance(best, wanted) ? gap : best));
    const above = knots.at(-1)!.logOdds;
    const logOdds = (low + Math.min(high, above)) / 2;
    if (low < logOdds && logOdds < above) knots.push({ logOdds, score: level });
  }
  knots.push({ logOdds: bounds.least, score: 0 });
  return knots.reverse();
}

/** Log-odds that no point has, and the weight of the points above. */
interface Gap {
  low: number;
  high: number;
  above: number;
}

/** The gaps within the bounds, the highest first. */
function listGaps(points: readonly Placed[], { least, largest }: { least: number; largest: number }): Gap[] {
  const gaps: Gap[] = [];
  let high = largest;
  let above = 0;
  const byLogOdds = [...points].sort((one, other) => other.logOdds - one.logOdds);
  for (const { logOdds, weight } of [...byLogOdds, { logOdds: least, weight: 0 }]) {
    const low = Math.min(high, Math.max(least, logOdds));
    if (low < high) gaps.push({ low, high, above });
    high = low;
    above += weight;
  }
  return gaps;
}

function distance({ above }: Gap, wanted: number): number {
  return Math.abs(above - wanted);
}

/**
 * The score of a log-odds, 0 to 100 with two decimals; rounded down, so that what lies below a level stays below.
 *
 * @param knots ascending, at least two
 */
export function scoreOf(knots: readonly Knot[], logOdds: number): number {
  const next = knots.findIndex((knot) => knot.logOdds >= logOdds);
  if (next === 0) return knots[0]!.score;
  if (next === -1) return knots.at(-1)!.score;
  const low = knots[next - 1]!;
  const high = knots[next]!;
  const share = (logOdds - low.logOdds) / (high.logOdds - low.logOdds);
  return floor2(low.score + share * (high.score - low.score));
}
