import { formatScore } from '../../format/numbers.ts';
import type { RiskLevel } from '../../api/assessment-words.ts';

/** A score and what it means. */
export function ScoreBadge({ score, level }: { score: number; level: RiskLevel }) {
  return (
    <span className={`badge badge-${level}`}>
      <span className="visually-hidden">score </span>
      <span className="number">{formatScore(score)}</span> {level}
    </span>
  );
}
