import { Link } from '@tanstack/react-router';
import styles from './overview.module.css';
import { DEFAULT_DAYS, type Days } from './range.ts';
import { RANGES } from './search.ts';

/** The time that the figures are about: links, so that each can be kept and sent. */
export function RangePicker({ days }: { days: Days }) {
  return (
    <nav className={styles['ranges']} aria-label="Time range">
      {RANGES.map((range) => (
        <Link
          key={range}
          to="/"
          search={range === DEFAULT_DAYS ? {} : { days: range }}
          className={styles['range']}
          aria-current={range === days ? 'true' : undefined}
          activeProps={{}}
          resetScroll={false}
        >
          {describeDays(range)}
        </Link>
      ))}
    </nav>
  );
}

export function describeDays(days: Days): string {
  return days === 1 ? '24 hours' : `${days} days`;
}
