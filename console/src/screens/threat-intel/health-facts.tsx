import { Link } from '@tanstack/react-router';
import { formatCount, formatShare } from '../../format/numbers.ts';
import { Time } from '../../ui/time.tsx';
import type { ThreatSubscription } from './queries.ts';
import styles from './threat-intel.module.css';

/** The API counts so many at most. */
const MOST_COUNTED = 1_000;

/** How the deliveries do. The numbers lead to the deliveries behind them. */
export function HealthFacts({ subscription: { id, health } }: { subscription: ThreatSubscription }) {
  const { lastDeliveryAt, lastStatus, lastStatusCode, lastError, successRate24h, pendingDeliveries } = health;
  const pending = `${formatCount(pendingDeliveries)}${pendingDeliveries >= MOST_COUNTED ? ' or more' : ''}`;
  return (
    <dl className={styles['health']}>
      <div>
        <dt>Last delivery</dt>
        <dd>
          {lastDeliveryAt ? (
            <>
              <strong className={lastStatus === 'failed' ? styles['failed'] : undefined}>{lastStatus}</strong>{' '}
              <Time at={lastDeliveryAt} relative />
              {lastStatus === 'failed'
                ? `: ${lastError ?? 'no answer'}`
                : lastStatusCode && `: answered ${lastStatusCode}`}
            </>
          ) : (
            'none yet'
          )}
        </dd>
      </div>
      <div>
        <dt>Delivered in 24 hours</dt>
        <dd>
          {successRate24h === null ? (
            'nothing was sent'
          ) : (
            <Link to="/threat-intel" search={{ subscriptionId: id }} resetScroll={false}>
              {formatShare(successRate24h)}
            </Link>
          )}
        </dd>
      </div>
      <div>
        <dt>Waiting</dt>
        <dd>
          {pendingDeliveries === 0 ? (
            'none'
          ) : (
            <Link to="/threat-intel" search={{ subscriptionId: id, status: 'pending' }} resetScroll={false}>
              {pending}
            </Link>
          )}
        </dd>
      </div>
    </dl>
  );
}
