import { ACTIONS, type Action } from '../../engine/vocabulary.ts';
import { calibrate, type CalibrationBin } from './calibration.ts';
import { groupTies, measureRanking, type Ranking } from './metrics.ts';
import { PARTS, REVIEW_THRESHOLD, type Part } from './reasons.ts';
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

/** Scores have two decimals. */
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
  const flagged = scored.flatMap(({ score, explanation }) => (explanation ? [{ score, ...explanation }] : []));
  if (flagged.length === 0) return undefined;
  const shareOf = (isSo: (event: (typeof flagged)[number]) => boolean) => flagged.filter(isSo).length / flagged.length;
  return {
    flagged: flagged.length,
    withoutFirst: shareOf(({ withoutFirst }) => withoutFirst < REVIEW_THRESHOLD),
    withoutEvidence: shareOf(({ withoutEvidence }) => withoutEvidence < REVIEW_THRESHOLD),
    withoutAll: shareOf(({ withoutAll }) => withoutAll < REVIEW_THRESHOLD),
    notRecomposed: flagged.filter(({ score, recomposed }) => Math.abs(score - recomposed) > ROUNDING).length,
  };
}
