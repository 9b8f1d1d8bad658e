import type { Contributions } from '../../../api/assessment-words.ts';
import { numberOf } from './contributions.ts';

/** The parts of a score, and the reasons that each may be carried by (docs/scoring.md). */
const PARTS = {
  graph: ['GRAPH_FRAUD_NEIGHBOR', 'GRAPH_FRAUD_SIMILARITY', 'GRAPH_SHARED_INDICATORS'],
  velocity: ['VELOCITY_BURST', 'VELOCITY_ZSCORE_SPIKE', 'VELOCITY_AMOUNT_SPIKE', 'VELOCITY_FAILED_PAYMENTS'],
  indicator: ['GLOBAL_THREAT_INDICATOR', 'CONFIRMED_FRAUD_INDICATOR', 'HIGH_RISK_INDICATOR'],
} as const;
export type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

/** No part is certain: the engine counts no more than this. */
const MOST_CERTAIN = 0.999;

export interface Factor {
  code: string;
  /** How strongly it alone speaks for fraud, 0 to 1. */
  strength: number;
  /** Its share of the score. */
  points: number;
}

export interface ScorePart {
  name: PartName;
  /** 0 to 100; undefined when its source was left out. */
  score: number | undefined;
  weight: number;
  /** Its share of the score. */
  points: number;
  /** The strongest first. */
  factors: Factor[];
}

/**
 * Divides a score of the default profile among its parts and reasons, by their weighted evidence.
 *
 * @param score 0 to 100, which the points of all parts add up to
 */
export function breakDownScore(contributions: Contributions, score: number): ScorePart[] {
  const total = PART_NAMES.reduce((sum, name) => sum + weightedEvidence(contributions, name), 0);
  return PART_NAMES.map((name) => {
    const share = total > 0 ? weightedEvidence(contributions, name) / total : 0;
    const points = share * score;
    return {
      name,
      score: numberOf(contributions, `${name}Score`),
      weight: numberOf(contributions, `${name}Weight`) ?? 0,
      points,
      factors: divideByEvidence(contributions, PARTS[name], points),
    };
  });
}

/** The score as its parts and weights say it; undefined when they are not there. */
export function recomputeScore(contributions: Contributions): number | undefined {
  const scale = numberOf(contributions, 'evidenceScale');
  if (scale === undefined) return undefined;
  const evidence = PART_NAMES.reduce((sum, name) => sum + weightedEvidence(contributions, name), 0);
  return Math.round(10_000 * (1 - Math.exp(-scale * evidence))) / 100;
}

function weightedEvidence(contributions: Contributions, part: PartName): number {
  const score = numberOf(contributions, `${part}Score`) ?? 0;
  return (numberOf(contributions, `${part}Weight`) ?? 0) * evidenceOf(score / 100);
}

function evidenceOf(strength: number): number {
  return -Math.log1p(-Math.min(strength, MOST_CERTAIN));
}

function divideByEvidence(contributions: Contributions, codes: readonly string[], points: number): Factor[] {
  const factors = codes.map((code) => ({ code, strength: numberOf(contributions, `strength.${code}`) ?? 0 }));
  const total = factors.reduce((sum, { strength }) => sum + evidenceOf(strength), 0);
  return factors
    .filter(({ strength }) => strength > 0)
    .map((factor) => ({ ...factor, points: (points * evidenceOf(factor.strength)) / total }))
    .toSorted((one, other) => other.points - one.points);
}
