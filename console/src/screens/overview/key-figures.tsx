import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { formatCount, formatScore, formatShare } from '../../format/numbers.ts';
import styles from './overview.module.css';
import { summaryQuery } from './queries.ts';
import { describeDays } from './range-picker.tsx';
import type { Days, Range } from './range.ts';

type Summary = Schemas['AnalyticsSummary'];

interface Figure {
  label: string;
  /** What the list behind the number is. */
  behind: string;
  textOf: (summary: Summary) => string;
  /** Whether it is a figure of the range, and so was another one before it. */
  ofRange: boolean;
  link: (from: string) => Pick<LinkProps, 'to' | 'search'>;
}

const FIGURES: readonly Figure[] = [
  {
    label: 'Assessments',
    behind: 'all evaluations',
    textOf: ({ totalAssessments }) => formatCount(totalAssessments),
    ofRange: true,
    link: (from) => ({ to: '/evaluations', search: { from } }),
  },
  {
    label: 'Blocked',
    behind: 'blocked evaluations',
    textOf: ({ blockRate }) => formatShare(blockRate),
    ofRange: true,
    link: (from) => ({ to: '/evaluations', search: { from, action: 'block' } }),
  },
  {
    label: 'To review',
    behind: 'evaluations to review',
    textOf: ({ reviewCount, totalAssessments }) => formatShare(reviewCount / Math.max(1, totalAssessments)),
    ofRange: true,
    link: (from) => ({ to: '/evaluations', search: { from, action: 'review' } }),
  },
  {
    label: 'Average score',
    behind: 'evaluations, the highest score first',
    textOf: ({ averageScore }) => formatScore(averageScore),
    ofRange: true,
    link: (from) => ({ to: '/evaluations', search: { from, sort: 'riskScore:desc' } }),
  },
  {
    label: 'Open reviews',
    behind: 'the review queue',
    textOf: ({ reviewQueueDepth }) => formatCount(reviewQueueDepth),
    ofRange: false,
    link: () => ({ to: '/reviews', search: {} }),
  },
];

/** The figures of the range at a glance, each beside the one of the range before and with the list behind it. */
export function KeyFigures({ days, range }: { days: Days; range: Range }) {
  const summary = useQuery(summaryQuery({ from: range.from })).data;
  const previous = useQuery(summaryQuery(range.previous)).data;
  if (!summary) return null;
  return (
    <ul className={styles['figures']} aria-label="Key figures">
      {FIGURES.map(({ label, behind, textOf, ofRange, link }) => (
        <li key={label}>
          <Link {...link(range.from)} className={`card ${styles['figure']}`}>
            <span className="muted">{label}</span>
            <strong className={`number ${styles['figure-value']}`}>{textOf(summary)}</strong>
            <span className="muted small number">
              {ofRange ? previous && describeBefore(textOf, previous, days) : 'waiting now'}
            </span>
            <span className="visually-hidden">: open {behind}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function describeBefore(textOf: Figure['textOf'], previous: Summary, days: Days): string | undefined {
  if (previous.totalAssessments === 0) return undefined;
  return `${textOf(previous)} in the ${describeDays(days)} before`;
}
