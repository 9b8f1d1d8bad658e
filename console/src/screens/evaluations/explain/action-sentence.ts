import type { Schemas } from '../../../../../clients/typescript/src/types.ts';
import { ACTIONS } from '../../../api/assessment-words.ts';
import { MODE_WORDS } from '../../../format/policy-words.ts';
import { isTrue } from './contributions.ts';

type Evaluation = Schemas['Evaluation'];
type Decided = Pick<
  Evaluation,
  'action' | 'recommendedAction' | 'policyMode' | 'reasonCodes' | 'riskScore' | 'featureContributions'
>;

/** The engine's own thresholds, behind its recommendation. */
const DEFAULT_REVIEW = 50;
const DEFAULT_BLOCK = 80;

/** Why this action: by the mode of the policy, its guards, or its thresholds. */
export function explainAction(evaluation: Decided): string {
  const { policyMode, action, recommendedAction } = evaluation;
  const { label, meaning } = MODE_WORDS[policyMode];
  const mode = `${label} mode: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`;
  if (policyMode === 'shadow') return mode;
  const guard = findGuard(evaluation);
  if (guard) return `${mode} ${guard}`;
  if (action === recommendedAction || policyMode === 'advisory') return mode;
  return `${mode} Its thresholds are not those of the engine, which reviews from ${DEFAULT_REVIEW} and blocks from ${DEFAULT_BLOCK}.`;
}

/** What asks for more than the score does by itself. */
function findGuard({ action, riskScore, reasonCodes, featureContributions }: Decided): string | undefined {
  const byScore = riskScore >= DEFAULT_BLOCK ? 'block' : riskScore >= DEFAULT_REVIEW ? 'review' : 'allow';
  if (ACTIONS.indexOf(action) <= ACTIONS.indexOf(byScore)) return undefined;
  if (reasonCodes.some((code) => code.startsWith('DEGRADED_'))) {
    return 'Signals were missing, for which it has a minimum action.';
  }
  if (isTrue(featureContributions, 'contagionGuard')) {
    return 'The user is one hop from current fraud, for which it has a minimum action.';
  }
  return undefined;
}
