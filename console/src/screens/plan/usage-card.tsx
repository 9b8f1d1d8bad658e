import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { formatCount, formatShare } from '../../format/numbers.ts';
import { Card } from '../../ui/page.tsx';
import { Async } from '../../ui/states.tsx';
import styles from './plan.module.css';
import { subscriptionQuery, usageQuery } from './queries.ts';

type UsageRecord = Schemas['UsageRecord'];

const MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** From this share on the limit is worth a word. */
const CLOSE_TO_LIMIT = 0.8;

/** Events of this month against the limit of the plan, and of the months before. */
export function UsageCard() {
  const usage = useQuery(usageQuery);
  const limit = useQuery(subscriptionQuery).data?.plan.limits.fraud_events_ingested ?? null;
  return (
    <Card title="Events this month">
      <Async query={usage}>
        {({ data }) => {
          const [current, ...earlier] = withCurrentMonth(data, new Date());
          return (
            <>
              {current && <Meter used={current.used} limit={limit} />}
              {earlier.length > 0 && <EarlierMonths months={earlier} />}
              <p className="small muted">Months are those of UTC. An event that is delivered twice counts once.</p>
            </>
          );
        }}
      </Async>
    </Card>
  );
}

function Meter({ used, limit }: { used: number; limit: number | null }) {
  const share = limit === null ? 0 : used / Math.max(1, limit);
  return (
    <div>
      <p>
        <strong className={styles['figure']}>{formatCount(used)}</strong>{' '}
        {limit === null ? 'events, without a limit' : `of ${formatCount(limit)} events (${formatShare(share)})`}
      </p>
      {limit !== null && <meter className={styles['meter']} min={0} max={limit} value={used} aria-label="Share used" />}
      {share >= 1 && (
        <p className="notice notice-bad">The limit is reached: new events are refused until next month.</p>
      )}
      {share >= CLOSE_TO_LIMIT && share < 1 && (
        <p className="notice notice-warning">
          Beyond the limit new events are refused; a larger plan lifts it at once.
        </p>
      )}
    </div>
  );
}

function EarlierMonths({ months }: { months: readonly Month[] }) {
  const most = Math.max(1, ...months.map(({ used }) => used));
  return (
    <table className={styles['months']}>
      <caption className="visually-hidden">Events of earlier months</caption>
      <tbody>
        {months.map(({ year, month, used }) => (
          <tr key={`${year}-${month}`}>
            <th scope="row">{MONTH.format(Date.UTC(year, month - 1))}</th>
            <td className="number">{formatCount(used)}</td>
            <td aria-hidden>
              <span className={styles['bar']} style={{ width: `${(100 * used) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Month = Pick<UsageRecord, 'year' | 'month' | 'used'>;

/** A month in which nothing came yet has no record. */
function withCurrentMonth(records: readonly Month[], now: Date): readonly Month[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  const isCurrent = records[0]?.year === year && records[0].month === month;
  return isCurrent ? records : [{ year, month, used: 0 }, ...records];
}
