import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { usePermission, usePlanFeature } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Permitted } from '../../ui/permitted.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Async, EmptyState } from '../../ui/states.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { subscriptionsQuery, type CreatedSubscription } from './queries.ts';
import { SubscriptionCard } from './subscription-card.tsx';
import { VerifyCard } from './verify/verify-card.tsx';

export function ThreatIntelScreen() {
  const mayManage = usePermission('threat-intel:manage');
  const inPlan = usePlanFeature('threat_intel');
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedSubscription>();
  return (
    <Page
      title="Threat intelligence"
      lead="What any company has confirmed as fraud, sent to your systems as it becomes known."
      actions={
        mayManage &&
        inPlan && (
          <Button variant="primary" onClick={() => setCreating(true)}>
            <Plus size={16} aria-hidden /> Subscribe an endpoint
          </Button>
        )
      }
    >
      <Permitted to="threat-intel:manage">
        {created && (
          <SecretOnce
            title={`The secret of ${created.url}`}
            secret={created.secret}
            onStored={() => setCreated(undefined)}
          />
        )}
        <Subscriptions />
        {inPlan && <VerifyCard />}
        {creating && <CreateDialog onCreated={setCreated} onClose={() => setCreating(false)} />}
      </Permitted>
    </Page>
  );
}

function Subscriptions() {
  const subscriptions = useQuery(subscriptionsQuery);
  return (
    <Async query={subscriptions}>
      {({ data }) =>
        data.length === 0 ? (
          <Card>
            <EmptyState title="No endpoint is subscribed">
              Subscribe one, and it hears of every new threat: of what kind the indicator is, how sure it is, and its
              keyed hash. Nothing tells whose it was.
            </EmptyState>
          </Card>
        ) : (
          data.map((subscription) => <SubscriptionCard key={subscription.id} subscription={subscription} />)
        )
      }
    </Async>
  );
}
