import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SelectField } from '../../ui/field.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Async, EmptyState } from '../../ui/states.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import { deliveriesQuery, type ThreatSubscription } from './queries.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from './search.ts';
import styles from './threat-intel.module.css';

const route = getRouteApi('/app/threat-intel');
const ALL = '';

const STATUS_NAMES: Record<DeliveryStatus, string> = {
  pending: 'Waiting for an attempt',
  delivered: 'Delivered',
  failed: 'Failed for good',
  cancelled: 'Cancelled',
};

/** What was sent to an endpoint, the newest threats first. */
export function Deliveries({ subscription: { id, status: subscribed } }: { subscription: ThreatSubscription }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const deliveries = useQuery(deliveriesQuery(id, search));
  const show = (changed: { status?: DeliveryStatus; page?: number }) =>
    void navigate({ search: { subscriptionId: id, ...changed }, resetScroll: false });
  return (
    <section className={styles['deliveries']} aria-label="Deliveries">
      <SelectField
        label="Show deliveries"
        value={search.status ?? ALL}
        choices={[
          { value: ALL, label: 'All' },
          ...DELIVERY_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] })),
        ]}
        onChange={(status) => show(status === ALL ? {} : { status })}
      />
      <Async query={deliveries}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title="No deliveries">
              {search.status ? 'None is in this state.' : 'No threat became known since it was subscribed.'}
            </EmptyState>
          ) : (
            <>
              <ul className={styles['list']}>
                {data.map((delivery) => (
                  <DeliveryLine
                    key={delivery.id}
                    subscriptionId={id}
                    delivery={delivery}
                    canRedeliver={subscribed === 'active'}
                  />
                ))}
              </ul>
              <Pagination meta={meta} onPage={(page) => show({ status: search.status, page })} />
            </>
          )
        }
      </Async>
    </section>
  );
}
