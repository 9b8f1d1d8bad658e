import { Page } from '../../ui/page.tsx';
import { Permitted } from '../../ui/permitted.tsx';
import { PlansCard } from './plans-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { UsageCard } from './usage-card.tsx';

export function PlanScreen() {
  return (
    <Page title="Plan and usage" lead="What your company pays for, and how much of it is used.">
      <Permitted to="billing:manage">
        <div className="columns">
          <SubscriptionCard />
          <UsageCard />
        </div>
        <PlansCard />
      </Permitted>
    </Page>
  );
}
