import type { Static } from 'typebox';
import type { Plan as PlanRow } from '../../db/models/plan.ts';
import type { Subscription as SubscriptionRow } from '../../db/models/subscription.ts';
import type { MonthlyUsage } from '../../db/queries/usage.ts';
import { USAGE_METRIC } from '../../engine/vocabulary.ts';
import { derivedUuidv7 } from '../../platform/ids.ts';
import type { Plan, Subscription, UsageRecord } from './schemas.ts';

export function presentPlan(plan: PlanRow): Static<typeof Plan> {
  const { active, billingInterval, code, currency, features, id, monthlyEventLimit, name, priceMinor } = plan;
  const limits = { [USAGE_METRIC]: monthlyEventLimit } as const;
  return { id, code, name, priceMinor, currency, interval: billingInterval, features, limits, active };
}

export function presentSubscription(row: SubscriptionRow, plan: PlanRow): Static<typeof Subscription> {
  const { cancelAtPeriodEnd, companyId, id, metadata, planId, providerCustomerId, providerSubscriptionId } = row;
  return {
    id,
    companyId,
    planId,
    status: row.status,
    providerSubscriptionId,
    providerCustomerId,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    cancelAtPeriodEnd,
    metadata,
    plan: presentPlan(plan),
  };
}

/** Usage is kept by company and month, without an id: it is made from what the record is about. */
export function presentUsage(
  companyId: string,
  { subscriptionId, year, month, used }: MonthlyUsage,
): Static<typeof UsageRecord> {
  const name = `usage ${companyId} ${USAGE_METRIC} ${year} ${month}`;
  const id = derivedUuidv7(Date.UTC(year, month - 1, 1), name);
  return { id, subscriptionId, companyId, metric: USAGE_METRIC, year, month, used };
}
