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

/** An assessment with the score of the default profile and the log-odds of a model that has not seen its outcome. */
export interface ScalePoint {
  logOdds: number;
  defaultScore: number;
  /** How many assessments it stands for. */
  weight: number;
}

/**
 * Makes the scale on which a model and the default profile find the same share of assessments at each level and above, so
 * that the thresholds of a policy mean as much work for its reviewers as before. Strictly increasing: no rank is lost.
 * Log-odds that many share stay on one side of a level, that to which the share comes closer. A level that the default
 * profile never reaches has no share, and none is set.
 *
 * @param bounds the least and the largest log-odds that the model can give, not the same: 0 and 100
 */
export function fitScale(points: readonly ScalePoint[], bounds: { least: number; largest: number }): Knot[] {
  const gaps = listGaps(points, bounds);
  const knots: Knot[] = [{ logOdds: bounds.largest, score: 100 }];
  for (const level of [...LEVELS].reverse()) {
    const share = points.reduce((sum, point) => sum + (point.defaultScore >= level ? point.weight : 0), 0);
    if (share === 0) continue;
    const { low, high } = gaps.reduce((best, gap) => (distance(gap, share) < distance(best, share) ? gap : best));
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
function listGaps(points: readonly ScalePoint[], { least, largest }: { least: number; largest: number }): Gap[] {
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

function distance({ above }: Gap, share: number): number {
  return Math.abs(above - share);
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
  return Math.floor(100 * (low.score + share * (high.score - low.score))) / 100;
}
