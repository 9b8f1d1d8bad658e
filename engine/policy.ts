import { ACTIONS, type Action, type PolicyMode, type RiskLevel, type ScoringProfile } from './vocabulary.ts';

/** What a tenant decides about scores (spec section 2.15, contract section 4). */
export interface PolicySettings {
  policyMode: PolicyMode;
  /** Who scores what does not ask for a profile itself. */
  scoringProfile: ScoringProfile;
  /** Scores from `review` on are reviewed, from `block` on blocked; 0 < review < block <= 100. */
  thresholds: { review: number; block: number };
  /** The least action while a signal source is left out. */
  degradedMode: { graphUnavailable: Action; velocityUnavailable: Action };
  /** The least action for a user one hop from confirmed fraud over a rare personal indicator. */
  contagionGuard: { enabled: boolean; minimumAction: Action };
}

/** The policy of a new tenant, and the engine's own reading behind `recommendedAction`. */
export const DEFAULT_POLICY: PolicySettings = {
  policyMode: 'hybrid',
  scoringProfile: 'default',
  thresholds: { review: 50, block: 80 },
  degradedMode: { graphUnavailable: 'review', velocityUnavailable: 'review' },
  contagionGuard: { enabled: true, minimumAction: 'review' },
};

/** What a policy needs to know of an assessment to decide on it. */
export interface Finding {
  riskScore: number;
  graphUnavailable: boolean;
  velocityUnavailable: boolean;
  /** One hop from confirmed fraud over a rare personal indicator. */
  contagion: boolean;
}

/**
 * The action of a policy, by mode: hybrid applies thresholds and minimums as they are; advisory never blocks by itself;
 * shadow always allows and only records (contract section 4).
 */
export function decideAction(policy: PolicySettings, finding: Finding): Action {
  const action = applyMinimums(policy, finding, actionOfScore(policy, finding.riskScore));
  switch (policy.policyMode) {
    case 'hybrid':
      return action;
    case 'advisory':
      return action === 'block' ? 'review' : action;
    case 'shadow':
      return 'allow';
  }
}

function actionOfScore({ thresholds }: PolicySettings, riskScore: number): Action {
  if (riskScore >= thresholds.block) return 'block';
  return riskScore >= thresholds.review ? 'review' : 'allow';
}

function applyMinimums(policy: PolicySettings, finding: Finding, action: Action): Action {
  let strictest = action;
  if (finding.graphUnavailable) strictest = stricter(strictest, policy.degradedMode.graphUnavailable);
  if (finding.velocityUnavailable) strictest = stricter(strictest, policy.degradedMode.velocityUnavailable);
  if (finding.contagion && policy.contagionGuard.enabled)
    strictest = stricter(strictest, policy.contagionGuard.minimumAction);
  return strictest;
}

function stricter(one: Action, other: Action): Action {
  return ACTIONS.indexOf(one) >= ACTIONS.indexOf(other) ? one : other;
}

/** Severity bands: low < 30 <= medium < 60 <= high < 80 <= critical (contract section 4). */
export function riskLevelOf(riskScore: number): RiskLevel {
  if (riskScore >= 80) return 'critical';
  if (riskScore >= 60) return 'high';
  return riskScore >= 30 ? 'medium' : 'low';
}
