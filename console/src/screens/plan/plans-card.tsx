import { useQuery } from '@tanstack/react-query';
import { Check, Minus } from 'lucide-react';
import { formatCount, formatMoney } from '../../format/numbers.ts';
import { Card } from '../../ui/page.tsx';
import { Async } from '../../ui/states.tsx';
import { BuyButton } from './buy-button.tsx';
import { FEATURE_NAMES } from './describe-subscription.ts';
import styles from './plan.module.css';
import { plansQuery, subscriptionQuery, type OfferedPlan } from './queries.ts';

/** What is on offer, beside each other. */
export function PlansCard() {
  const plans = useQuery(plansQuery);
  const current = useQuery(subscriptionQuery).data?.plan.code;
  return (
    <Card title="Plans on offer">
      <Async query={plans}>
        {({ data }) => (
          <ul className={styles['plans']}>
            {data.map((plan) => (
              <OfferedPlanCard key={plan.id} plan={plan} isCurrent={plan.code === current} />
            ))}
          </ul>
        )}
      </Async>
    </Card>
  );
}

function OfferedPlanCard({ plan, isCurrent }: { plan: OfferedPlan; isCurrent: boolean }) {
  const { code, currency, features, interval, limits, name, priceMinor, providers } = plan;
  const limit = limits.fraud_events_ingested;
  const included: readonly string[] = features;
  return (
    <li className={styles['plan']} aria-current={isCurrent || undefined}>
      <h3>
        {name}
        {isCurrent && <span className="badge badge-good">yours</span>}
      </h3>
      <p>
        <strong className={styles['figure']}>{priceMinor === 0 ? 'Free' : formatMoney(priceMinor, currency)}</strong>
        {priceMinor > 0 && <span className="muted"> per {interval}</span>}
      </p>
      <p className="muted">{limit === null ? 'Events without a limit' : `${formatCount(limit)} events a month`}</p>
      <ul className={styles['features']}>
        {Object.entries(FEATURE_NAMES).map(([feature, text]) => (
          <li key={feature} className={included.includes(feature) ? undefined : 'muted'}>
            {included.includes(feature) ? (
              <Check size={16} aria-label="Included:" />
            ) : (
              <Minus size={16} aria-label="Not included:" />
            )}
            {text}
          </li>
        ))}
      </ul>
      {providers.map((provider) => (
        <BuyButton key={provider} provider={provider} planCode={code} planName={name} isCurrent={isCurrent} />
      ))}
    </li>
  );
}
