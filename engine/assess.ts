import { scoreGraph } from './graph-score.ts';
import { scoreIndicators } from './indicator-score.ts';
import { round2, round4 } from './numbers.ts';
import type { PartScore } from './part-score.ts';
import { DEFAULT_POLICY, decideAction, riskLevelOf, type Finding, type PolicySettings } from './policy.ts';
import type { Signals, Subject } from './signals.ts';
import { scoreVelocity } from './velocity-score.ts';
import { ENGINE_VERSION, type Action, type PolicyMode, type ReasonCode, type RiskLevel } from './vocabulary.ts';

export interface Verdict {
  /** 0 to 100, two decimals. */
  riskScore: number;
  action: Action;
  recommendedAction: Action;
  policyMode: PolicyMode;
  riskLevel: RiskLevel;
  /** Sorted by how much each contributed. */
  reasonCodes: ReasonCode[];
  featureContributions: Record<string, number | string | boolean>;
  engineVersion: string;
}

/** Weights of the three parts in the default profile (spec section 1). */
export const WEIGHTS = { graph: 0.45, velocity: 0.35, indicator: 0.2 } as const;

/**
 * How much the evidence of the parts counts in all: with one for each part, a part of the mean weight alone gives its own
 * score. See docs/scoring.md.
 */
export const EVIDENCE_SCALE = 3;

/** A factor weaker than this does not name its reason: it did not move the score. */
const LEAST_REASON_STRENGTH = 0.1;

/**
 * Scores one transaction or event: signals and policy in, verdict out. Pure: the same input gives the same verdict.
 *
 * @param signals from past data only; a source that is null is left out and the weights of the others are rescaled
 */
export function assess(subject: Subject, signals: Signals, policy: PolicySettings): Verdict {
  const graph = signals.graph && scoreGraph(signals.graph);
  const parts: WeightedPart[] = [
    { name: 'graph', part: graph },
    { name: 'velocity', part: signals.velocity && scoreVelocity(subject, signals.velocity) },
    { name: 'indicator', part: signals.indicators && scoreIndicators(signals.indicators, signals.velocity) },
  ];
  const weights = rescaleWeights(parts);
  const riskScore = composeScore(parts, weights);
  const finding: Finding = {
    riskScore,
    graphUnavailable: !signals.graph || !signals.indicators,
    velocityUnavailable: !signals.velocity,
    contagion: graph?.contagion ?? false,
  };
  return {
    riskScore,
    action: decideAction(policy, finding),
    recommendedAction: decideAction(DEFAULT_POLICY, finding),
    policyMode: policy.policyMode,
    riskLevel: riskLevelOf(riskScore),
    reasonCodes: listReasons(parts, weights, finding),
    featureContributions: listContributions(parts, weights, finding),
    engineVersion: ENGINE_VERSION,
  };
}

type PartName = keyof typeof WEIGHTS;
interface WeightedPart {
  name: PartName;
  part: PartScore | null;
}
type PartWeights = Record<PartName, number>;

/** The weights of the parts that are there, adding up to 1; the others weigh nothing. */
function rescaleWeights(parts: readonly WeightedPart[]): PartWeights {
  const total = parts.reduce((sum, { name, part }) => sum + (part ? WEIGHTS[name] : 0), 0);
  const weights: PartWeights = { graph: 0, velocity: 0, indicator: 0 };
  for (const { name, part } of parts) if (part) weights[name] = round4(WEIGHTS[name] / total);
  return weights;
}

function composeScore(parts: readonly WeightedPart[], weights: PartWeights): number {
  return composeParts(parts.map(({ name, part }) => ({ weight: weights[name], score: part?.score ?? 0 })));
}

/**
 * The score of parts (0 to 100) with weights that add up to 1, rounded to two decimals: their evidence, weighted and added
 * up. Evidence is -ln(1 - part / 100), so that parts combine as independent causes do and a strong one carries the score.
 */
export function composeParts(parts: readonly { weight: number; score: number }[]): number {
  const evidence = parts.reduce((sum, { weight, score }) => sum + weight * evidenceOf(score / 100), 0);
  return round2(100 * (1 - Math.exp(-EVIDENCE_SCALE * evidence)));
}

/** No part is certain. */
const MOST_CERTAIN = 0.999;

/** What a strength, 0 to 1, weighs as evidence: that of independent causes adds up. */
export function evidenceOf(strength: number): number {
  return -Math.log1p(-Math.min(strength, MOST_CERTAIN));
}

function listReasons(parts: readonly WeightedPart[], weights: PartWeights, finding: Finding): ReasonCode[] {
  const ranked = parts.flatMap(({ name, part }) =>
    (part?.factors ?? [])
      .filter(({ strength }) => strength >= LEAST_REASON_STRENGTH)
      .map(({ reason, strength }) => ({ reason, weight: weights[name] * evidenceOf(strength) })),
  );
  ranked.sort((one, other) => other.weight - one.weight || one.reason.localeCompare(other.reason));
  const reasons = ranked.map(({ reason }) => reason);
  if (finding.graphUnavailable) reasons.push('DEGRADED_GRAPH_UNAVAILABLE');
  if (finding.velocityUnavailable) reasons.push('DEGRADED_VELOCITY_UNAVAILABLE');
  return reasons;
}

/** Flat (contract section 4): the parts, their weights and the exponent give the score; the signals explain the parts. */
function listContributions(
  parts: readonly WeightedPart[],
  weights: PartWeights,
  finding: Finding,
): Verdict['featureContributions'] {
  const contributions: Verdict['featureContributions'] = {
    scoringProfile: 'default',
    evidenceScale: EVIDENCE_SCALE,
    contagionGuard: finding.contagion,
  };
  for (const { name, part } of parts) {
    contributions[`${name}Weight`] = weights[name];
    if (!part) continue;
    contributions[`${name}Score`] = part.score;
    Object.assign(contributions, part.signals);
    for (const { reason, strength } of part.factors) contributions[`strength.${reason}`] = round4(strength);
  }
  return contributions;
}
