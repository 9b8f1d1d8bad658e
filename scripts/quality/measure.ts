import { ACTIONS, type Action } from '../../engine/vocabulary.ts';
import { calibrate, type CalibrationBin } from './calibration.ts';
import { groupTies, measureRanking, type Ranking } from './metrics.ts';
import { explainByModel, findThresholds } from './model-reasons.ts';
import { explainByStrengths, PARTS, REVIEW_THRESHOLD, type Explanation, type Part } from './reasons.ts';
import type { ScoredEvent } from './scored-event.ts';

/** Share of events by what was done about them; they add up to 1. */
export type ActionRates = Record<Action, number>;

/** How often the reasons tell what carried a score from the review threshold on. Shares, 0 to 1. */
export interface Explained {
  flagged: number;
  /** Falls under the threshold without what the first-named adds, without the evidence it rests on, without all that are named. */
  withoutFirst: number;
  withoutEvidence: number;
  withoutAll: number;
  /** Scores that their contributions do not give again: of those, the shares above say nothing. */
  notRecomposed: number;
}

/** All that is measured of one split. */
export interface Measured {
  count: number;
  frauds: number;
  ranking: Ranking;
  /** The same of the default profile on the same events: the score's own unless another profile made it. */
  byDefault: Ranking;
  /** The same of each part score alone. */
  parts: Record<Part, Ranking>;
  calibration: CalibrationBin[];
  fraud: ActionRates;
  legitimate: ActionRates;
  /** Undefined when the service does not tell, or nothing was flagged. */
  explained: Explained | undefined;
}

/** Scores have two decimals, log-odds are sums of numbers with four. */
const ROUNDING = 0.011;

export function measureSplit(scored: readonly ScoredEvent[]): Measured {
  const labels = scored.map(({ label }) => label);
  const rankBy = (name: Part | 'score' | 'defaultScore') =>
    measureRanking(
      groupTies(
        scored.map((event) => event[name]),
        labels,
      ),
    );
  return {
    count: scored.length,
    frauds: labels.filter((label) => label === 1).length,
    ranking: rankBy('score'),
    byDefault: rankBy('defaultScore'),
    parts: Object.fromEntries(PARTS.map((part) => [part, rankBy(part)])) as Measured['parts'],
    calibration: calibrate(scored),
    fraud: rateActions(scored.filter(({ label }) => label === 1)),
    legitimate: rateActions(scored.filter(({ label }) => label === 0)),
    explained: measureReasons(scored),
  };
}

function rateActions(events: readonly ScoredEvent[]): ActionRates {
  const rateOf = (action: Action) => events.filter((event) => event.action === action).length / events.length;
  return Object.fromEntries(ACTIONS.map((action) => [action, rateOf(action)])) as ActionRates;
}

export function measureReasons(scored: readonly ScoredEvent[]): Explained | undefined {
  const thresholds = findThresholds(scored.flatMap(({ model, flagged }) => (model && !flagged ? [model] : [])));
  const explanations = scored.flatMap(({ model, flagged }) => {
    if (!flagged) return [];
    const explained = model
      ? explainByModel(flagged, model, thresholds)
      : explainByStrengths(flagged, REVIEW_THRESHOLD);
    return explained ?? [];
  });
  if (explanations.length === 0) return undefined;
  const shareBelow = (read: (explanation: Explanation) => number) =>
    explanations.filter((one) => read(one) < one.threshold).length / explanations.length;
  return {
    flagged: explanations.length,
    withoutFirst: shareBelow(({ withoutFirst }) => withoutFirst),
    withoutEvidence: shareBelow(({ withoutEvidence }) => withoutEvidence),
    withoutAll: shareBelow(({ withoutAll }) => withoutAll),
    notRecomposed: explanations.filter(({ whole, recomposed }) => Math.abs(whole - recomposed) > ROUNDING).length,
  };
}
