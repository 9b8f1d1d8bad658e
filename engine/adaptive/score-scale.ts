import { round2 } from '../numbers.ts';

/** A point of the scale: this log-odds is this score. */
export interface Knot {
  logOdds: number;
  score: number;
}

/** Levels at which the scale is fitted; between them it is straight. */
const LEVELS = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const;

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
 *
 * @param bounds the least and the largest log-odds that the model can give: 0 and 100
 */
export function fitScale(points: readonly ScalePoint[], bounds: { least: number; largest: number }): Knot[] {
  const byLogOdds = [...points].sort((one, other) => other.logOdds - one.logOdds);
  const knots: Knot[] = [{ logOdds: bounds.largest, score: 100 }];
  for (const level of [...LEVELS].reverse()) {
    const share = points.reduce((sum, point) => sum + (point.defaultScore >= level ? point.weight : 0), 0);
    const logOdds = findQuantile(byLogOdds, share);
    const above = knots.at(-1)!.logOdds;
    if (logOdds !== undefined && logOdds < above && logOdds > bounds.least) knots.push({ logOdds, score: level });
  }
  knots.push({ logOdds: bounds.least, score: 0 });
  return knots.reverse();
}

/** Where so much weight lies at it or above; undefined where that is none of the points, or all. */
function findQuantile(byLogOdds: readonly ScalePoint[], weight: number): number | undefined {
  let above = 0;
  for (let at = 0; at + 1 < byLogOdds.length; at += 1) {
    above += byLogOdds[at]!.weight;
    if (weight > 0 && above >= weight) return (byLogOdds[at]!.logOdds + byLogOdds[at + 1]!.logOdds) / 2;
  }
  return undefined;
}

/** The score of a log-odds, 0 to 100 with two decimals. @param knots ascending, at least two */
export function scoreOf(knots: readonly Knot[], logOdds: number): number {
  const next = knots.findIndex((knot) => knot.logOdds >= logOdds);
  if (next === 0) return knots[0]!.score;
  if (next === -1) return knots.at(-1)!.score;
  const low = knots[next - 1]!;
  const high = knots[next]!;
  const share = (logOdds - low.logOdds) / (high.logOdds - low.logOdds);
  return round2(low.score + share * (high.score - low.score));
}
