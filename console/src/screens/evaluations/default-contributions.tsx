import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { ContributionChart, type Contribution } from '../../charts/contribution-chart.tsx';
import { formatScore } from '../../format/numbers.ts';
import { reasonWords } from '../../format/reason-words.ts';
import { breakDownScore, type ScorePart } from './explain/score-breakdown.ts';

/** Points that are worth a line of their own. */
const LEAST_POINTS = 0.05;

interface DefaultContributionsProps {
  evaluation: Schemas['EvaluationDetail'];
  /** Of the default profile. */
  score: number;
}

/** What each reason added to a score of the default profile, in points. */
export function DefaultContributions({ evaluation, score }: DefaultContributionsProps) {
  const parts = breakDownScore(evaluation.featureContributions, score);
  return (
    <div className="stack">
      <h3>What added how many points</h3>
      <ContributionChart label="Points of the score by reason" items={parts.flatMap(listFactors).toSorted(byPoints)} />
      <p className="muted small">
        In the default profile only suspicion counts: good signs keep a reason from arising, they take no points away.
      </p>
    </div>
  );
}

function listFactors({ name, factors }: ScorePart): Contribution[] {
  return factors
    .filter(({ points }) => points >= LEAST_POINTS)
    .map(({ code, strength, points }) => ({
      key: code,
      label: reasonWords(code),
      detail: `${name}, strength ${strength.toFixed(2)}`,
      value: points,
      valueText: `+${formatScore(points)}`,
    }));
}

function byPoints(one: Contribution, other: Contribution): number {
  return other.value - one.value;
}
