import { formatCount } from '../../format/numbers.ts';
import { ActionBadge } from '../../ui/badges.tsx';
import { countMoves } from './count-moves.ts';
import type { Settings } from './settings.ts';

interface MovesSummaryProps {
  scores: readonly { from: number; count: number }[];
  before: Settings;
  after: Settings;
}

/** What the changes would have meant for the last 30 days. */
export function MovesSummary({ scores, before, after }: MovesSummaryProps) {
  const total = scores.reduce((sum, { count }) => sum + count, 0);
  const moves = countMoves(scores, before, after);
  return (
    <div aria-live="polite">
      <p>
        {moves.length === 0
          ? `Of ${formatCount(total)} assessments in the last 30 days none would be decided in another way.`
          : `Of ${formatCount(total)} assessments in the last 30 days, by their scores alone:`}
      </p>
      <ul className="stack">
        {moves.map(({ from, to, count }) => (
          <li key={`${from} ${to}`} className="row">
            <strong className="number">{formatCount(count)}</strong> would move from <ActionBadge action={from} /> to{' '}
            <ActionBadge action={to} />
          </li>
        ))}
      </ul>
    </div>
  );
}
