import type { Schemas } from '../../../clients/typescript/src/types.ts';

type Evaluation = Schemas['Evaluation'];
export type Action = Evaluation['action'];
export type RiskLevel = Evaluation['riskLevel'];
export type ReasonCode = Evaluation['reasonCodes'][number];
export type StandingOutcome = NonNullable<Evaluation['feedbackOutcome']>;
export type Outcome = Schemas['FeedbackRequest']['outcome'];
export type Contributions = Evaluation['featureContributions'];

/** From the mildest to the strictest. */
export const ACTIONS = ['allow', 'review', 'block'] as const satisfies readonly Action[];
export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const satisfies readonly RiskLevel[];

/** The score at which each level begins, and the next one does. */
export const RISK_BANDS: Readonly<Record<RiskLevel, readonly [from: number, to: number]>> = {
  low: [0, 30],
  medium: [30, 60],
  high: [60, 80],
  critical: [80, 100],
};

/** @param score 0 to 100 */
export function riskLevelOf(score: number): RiskLevel {
  return RISK_LEVELS.findLast((level) => score >= RISK_BANDS[level][0]) ?? 'low';
}
