import { Ban, CircleCheck, Eye } from 'lucide-react';
import type { Action, RiskLevel } from '../api/assessment-words.ts';

const ACTION_ICONS = { allow: CircleCheck, review: Eye, block: Ban };

/** What was to be done with a transaction: a sign and a word beside the colour. */
export function ActionBadge({ action }: { action: Action }) {
  const Icon = ACTION_ICONS[action];
  return (
    <span className={`badge badge-${action}`}>
      <Icon size={13} aria-hidden />
      {action}
    </span>
  );
}

export function RiskBadge({ level }: { level: RiskLevel }) {
  return <span className={`badge badge-risk badge-${level}`}>{level}</span>;
}

/** Any other state, in words. */
export function Badge({
  children,
  tone = 'neutral',
}: {
  children: string;
  tone?: 'neutral' | 'good' | 'warning' | 'bad';
}) {
  return <span className={`badge badge-${tone}`}>{children.replaceAll('_', ' ')}</span>;
}
