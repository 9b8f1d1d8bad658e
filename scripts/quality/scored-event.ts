import type { AssessmentResponse } from '../../api/risk-engine/schemas.ts';
import type { Action } from '../../engine/vocabulary.ts';
import type { DataSet } from './options.ts';
import { readVerdict, type ModelVerdict } from './model-reasons.ts';
import { REVIEW_THRESHOLD, type Flagged } from './reasons.ts';

/** An event whose score counts, with what the service made of it. Scores are 0 to 100. */
export interface ScoredEvent {
  id: string;
  /** 1 is fraud. */
  label: 0 | 1;
  score: number;
  /** What the default profile said; the score itself unless another profile made it. */
  defaultScore: number;
  graph: number;
  velocity: number;
  indicator: number;
  action: Action;
  /** The part of the data set it is measured with. */
  split: string;
  /** What a model said, where one scored. */
  model?: ModelVerdict;
  /** Of a score from the review threshold on. */
  flagged?: Flagged;
}

const JANUARY_PURCHASES = 2_000;

/**
 * The part of a data set that a scored event belongs to.
 *
 * @param index how many scored events came before it
 */
export function splitOf(dataSet: DataSet, index: number): string {
  if (dataSet === 'cards') return 'all';
  return index < JANUARY_PURCHASES ? 'January' : 'February on';
}

export function toScoredEvent(
  { riskScore, action, reasonCodes, featureContributions }: AssessmentResponse,
  { id, label, split }: Pick<ScoredEvent, 'id' | 'label' | 'split'>,
): ScoredEvent {
  const part = (name: string) => Number(featureContributions[`${name}Score`] ?? 0);
  return {
    id,
    label,
    score: riskScore,
    defaultScore: Number(featureContributions['defaultScore'] ?? riskScore),
    graph: part('graph'),
    velocity: part('velocity'),
    indicator: part('indicator'),
    action,
    split,
    model: readVerdict(featureContributions),
    flagged:
      riskScore >= REVIEW_THRESHOLD
        ? { score: riskScore, contributions: featureContributions, reasons: reasonCodes }
        : undefined,
  };
}
