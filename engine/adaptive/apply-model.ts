import type { Verdict } from '../assess.ts';
import { floor2, round4 } from '../numbers.ts';
import { DEFAULT_POLICY, decideAction, riskLevelOf, type Finding, type PolicySettings } from '../policy.ts';
import type { ReasonCode, ScoringProfile } from '../vocabulary.ts';
import { FEATURES, readFeatures } from './features.ts';
import { scoreOf } from './score-scale.ts';
import { explain, type ScoringModel } from './scoring-model.ts';

/** A company's model at the moment of an assessment. */
export interface CurrentModel {
  model: ScoringModel;
  version: number;
  /** Whether it has proved better than the default profile; otherwise it only shows what it would say. */
  isUsed: boolean;
}

/** Features that are named in the contributions; the others are one sum. */
const CONTRIBUTIONS_SHOWN = 8;
/** Of the default score, what a model's score does not fall below. */
const LEAST_OF_DEFAULT = 0.5;
/** What the contagion guard goes by: it is named also where the model sees nothing in it. */
const CONTAGION_REASON: ReasonCode = 'GRAPH_FRAUD_NEIGHBOR';
/** Log-odds that are worth a reason. */
const LEAST_REASON_LOG_ODDS = 0.1;

/**
 * Adds what a company's model says to the verdict of the default profile, and lets it decide where that is asked for and
 * the model has proved itself. What is learned is guarded by what is known: where a source of signals is missing the
 * default profile stays, no score falls below half of the default one, and what that alone would block is at least reviewed.
 *
 * @param verdict of the default profile
 * @param subject its amount, in minor units
 */
export function applyModel(
  verdict: Verdict,
  { amountMinor }: { amountMinor: number | null },
  { policy, profile, current }: { policy: PolicySettings; profile: ScoringProfile; current: CurrentModel },
): Verdict {
  if (isDegraded(verdict)) return verdict;
  const { riskScore: defaultScore, featureContributions: contributions } = verdict;
  const { model, version, isUsed } = current;
  const explanation = explain(model.ensemble, readFeatures({ defaultScore, amountMinor, contributions }));
  const ownScore = scoreOf(model.scale, explanation.logOdds);
  const riskScore = guard(ownScore, defaultScore, policy);
  const shadow = { defaultScore, adaptiveScore: riskScore, modelVersion: version };
  if (profile !== 'adaptive' || !isUsed) {
    return { ...verdict, featureContributions: { ...contributions, ...shadow } };
  }
  const contagion = contributions['contagionGuard'] === true;
  const isGuarded = riskScore > ownScore;
  const reasons = isGuarded ? verdict.reasonCodes : listReasons(explanation.contributions, verdict.reasonCodes);
  const finding: Finding = { riskScore, graphUnavailable: false, velocityUnavailable: false, contagion };
  return {
    ...verdict,
    riskScore,
    action: decideAction(policy, finding),
    recommendedAction: decideAction(DEFAULT_POLICY, finding),
    riskLevel: riskLevelOf(riskScore),
    reasonCodes: contagion ? [...new Set([...reasons, CONTAGION_REASON])] : reasons,
    featureContributions: {
      ...contributions,
      ...shadow,
      scoringProfile: 'adaptive',
      ...showContributions(explanation.contributions),
      'adaptive.base': round4(explanation.base),
      adaptiveLogOdds: round4(explanation.logOdds),
    },
  };
}

function isDegraded({ featureContributions }: Verdict): boolean {
  return ['graphScore', 'velocityScore', 'indicatorScore'].some((part) => featureContributions[part] === undefined);
}

/**
 * What no outcome has told of yet looks harmless to the model, so its score is at least half the default one. A ring that
 * the default profile alone would block is reviewed, by the company's own thresholds too unless they would let it pass by
 * the default score. Nothing is flagged so that the default score would not be. The reasons of what stands for this are
 * those of the default profile.
 */
function guard(score: number, defaultScore: number, { thresholds }: PolicySettings): number {
  const { review, block } = DEFAULT_POLICY.thresholds;
  const least = Math.max(score, floor2(LEAST_OF_DEFAULT * defaultScore));
  return defaultScore < block ? least : Math.max(least, review, Math.min(defaultScore, thresholds.review));
}

/** The reasons whose features raised the risk, by how much; what stands for the default profile, for its first reason. */
function listReasons(contributions: Float64Array, defaultReasons: readonly ReasonCode[]): ReasonCode[] {
  const sums = new Map<ReasonCode, number>();
  FEATURES.forEach(({ reason }, feature) => {
    const code = reason ?? defaultReasons[0];
    if (code) sums.set(code, (sums.get(code) ?? 0) + contributions[feature]!);
  });
  return [...sums]
    .filter(([, sum]) => sum >= LEAST_REASON_LOG_ODDS)
    .sort(([one, sum], [other, otherSum]) => otherSum - sum || one.localeCompare(other))
    .map(([code]) => code);
}

/** Log-odds by feature, the largest ones; with `adaptive.others` and `adaptive.base` they add up to `adaptiveLogOdds`. */
function showContributions(contributions: Float64Array): Record<string, number> {
  const largest = [...contributions.keys()]
    .filter((feature) => contributions[feature] !== 0)
    .sort((one, other) => Math.abs(contributions[other]!) - Math.abs(contributions[one]!));
  const others = largest.slice(CONTRIBUTIONS_SHOWN).reduce((sum, feature) => sum + contributions[feature]!, 0);
  return {
    ...Object.fromEntries(
      largest
        .slice(0, CONTRIBUTIONS_SHOWN)
        .map((feature) => [`adaptive.${FEATURES[feature]!.name}`, round4(contributions[feature]!)]),
    ),
    'adaptive.others': round4(others),
  };
}
