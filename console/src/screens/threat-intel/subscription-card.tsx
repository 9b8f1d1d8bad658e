import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatDate } from '../../format/dates.ts';
import { Badge } from '../../ui/badges.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Card } from '../../ui/page.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { Deliveries } from './deliveries.tsx';
import { HealthFacts } from './health-facts.tsx';
import { PingResult } from './ping-result.tsx';
import type { ThreatSubscription } from './queries.ts';
import styles from './threat-intel.module.css';

const route = getRouteApi('/app/threat-intel');

/** An endpoint: how it does, what can be done with it, and what was sent to it. */
export function SubscriptionCard({ subscription }: { subscription: ThreatSubscription }) {
  const { id, url, description, status, createdAt, disabledReason } = subscription;
  const isOpen = route.useSearch().subscriptionId === id;
  const navigate = route.useNavigate();
  const [deleting, setDeleting] = useState(false);
  const show = (search: { subscriptionId?: string }) => void navigate({ search, resetScroll: false });
  const ping = useMutation({
    mutationFn: () =>
      api.post('/threat-intel/subscriptions/{subscriptionId}/ping', { params: { path: { subscriptionId: id } } }),
  });
  return (
    <Card
      title={<span className={styles['url']}>{url}</span>}
      actions={<Badge tone={status === 'active' ? 'good' : 'bad'}>{status}</Badge>}
    >
      <p className="muted">
        {description && `${description}, `}subscribed {formatDate(createdAt)}
      </p>
      {status === 'disabled' && (
        <p className="notice notice-bad">
          Nothing is sent any more{disabledReason && `: ${disabledReason}`}. To go on, delete it and subscribe it anew.
        </p>
      )}
      <HealthFacts subscription={subscription} />
      <div className="row">
        <Button size="small" aria-label={`Send a test to ${url}`} busy={ping.isPending} onClick={() => ping.mutate()}>
          Send a test
        </Button>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide deliveries' : 'Deliveries'} of ${url}`}
          onClick={() => show(isOpen ? {} : { subscriptionId: id })}
        >
          {isOpen ? 'Hide deliveries' : 'Deliveries'}
        </Button>
        <Button size="small" variant="danger" aria-label={`Delete ${url}`} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      <div className={styles['news']} aria-live="polite">
        {ping.data && <PingResult ping={ping.data} />}
      </div>
      <Failure error={ping.error} />
      {isOpen && <Deliveries subscription={subscription} />}
      {deleting && (
        <DeleteDialog
          subscription={subscription}
          onDeleted={() => isOpen && show({})}
          onClose={() => setDeleting(false)}
        />
      )}
    </Card>
  );
}
