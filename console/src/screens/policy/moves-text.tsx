import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { ActionBadge } from '../../ui/badges.tsx';
import { formatCount, formatShare } from '../../format/numbers.ts';
import { plural } from '../../format/plural.ts';
import { countMoves } from './count-moves.ts';
import styles from './policy.module.css';
import type { Settings } from './settings.ts';

interface MovesTextProps {
  data: Schemas['ScoreDistribution']['data'];
  saved: Settings;
  draft: Settings;
}

/** What the changed policy would have answered otherwise in the last 30 days. */
export function MovesText({ data, saved, draft }: MovesTextProps) {
  const { total, moves, isEstimate } = countMoves(data, saved, draft);
  const assessments = `${plural(total, 'assessment')} in the last 30 days`;
  return (
    <div className={`notice ${styles['moves']}`} role="status">
      {total === 0 && <p>No assessment in the last 30 days: there is nothing to try thresholds on yet.</p>}
      {total > 0 && moves.length === 0 && <p>Of {assessments}, none would be answered otherwise.</p>}
      {moves.length > 0 && (
        <>
          <p>Of {assessments},</p>
          <ul>
            {moves.map(({ from, to, count }) => (
              <li key={`${from} ${to}`} className="row">
                <strong className="number">
                  {isEstimate && 'about '}
                  {formatCount(count)}
                </strong>
                <span className="muted small">({formatShare(count / total)})</span> would move from{' '}
                <ActionBadge action={from} /> to <ActionBadge action={to} />
              </li>
            ))}
          </ul>
          {saved.policyMode === draft.policyMode && (
            <p className="muted small">By the score alone: what a guard or degraded mode asked for stays.</p>
          )}
        </>
      )}
    </div>
  );
}
