import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../format/dates.ts';
import { Badge } from '../../ui/badges.tsx';
import { Card } from '../../ui/page.tsx';
import { Async, EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { describeTerm } from './describe-subscription.ts';
import { subscriptionQuery, type Subscription } from './queries.ts';

/** The plan that is in force. */
export function SubscriptionCard() {
  const query = useQuery(subscriptionQuery);
  return (
    <Card title="Your plan">
      <Async query={query}>
        {(subscription) =>
          subscription ? (
            <Details subscription={subscription} />
          ) : (
            <EmptyState title="No active subscription">
              Requests are answered with 402 until a plan is bought. Everything that was stored is still there.
            </EmptyState>
          )
        }
      </Async>
    </Card>
  );
}

function Details({ subscription }: { subscription: Subscription }) {
  const { plan, providerSubscriptionId, startsAt, status } = subscription;
  return (
    <>
      <p className="row">
        <strong>{plan.name}</strong>
        <Badge tone={status === 'active' ? 'good' : 'warning'}>{status}</Badge>
      </p>
      <p>{describeTerm(subscription, { renews: providerSubscriptionId !== null, formatDate })}</p>
      <dl className="facts">
        <dt>Since</dt>
        <dd>
          <Time at={startsAt} />
        </dd>
        {providerSubscriptionId && (
          <>
            <dt>At the provider</dt>
            <dd className="mono">{providerSubscriptionId}</dd>
          </>
        )}
      </dl>
    </>
  );
}
