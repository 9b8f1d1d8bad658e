import Type from 'typebox';
import {
  BILLING_INTERVALS,
  BILLING_PROVIDERS,
  PLAN_FEATURES,
  SUBSCRIPTION_STATUSES,
  USAGE_METRIC,
} from '../../engine/vocabulary.ts';
import { amountMinor, currency, enumOf, jsonObject, nullable, timestamp, uuid } from '../http/schema.ts';

export const Plan = Type.Object(
  {
    id: uuid(),
    code: Type.String({ examples: ['growth'] }),
    name: Type.String({ examples: ['Growth'] }),
    priceMinor: amountMinor({ description: 'Price of one interval, in minor currency units', examples: [29_900] }),
    currency: currency(),
    interval: enumOf(BILLING_INTERVALS),
    features: Type.Array(enumOf(PLAN_FEATURES)),
    limits: Type.Object({
      [USAGE_METRIC]: nullable(
        Type.Integer({ minimum: 0, description: 'New events of a UTC month; null: no limit', examples: [2_000_000] }),
      ),
    }),
    active: Type.Boolean({ description: 'Whether it is offered' }),
  },
  { title: 'Plan' },
);

export const OfferedPlan = Type.Object(
  {
    ...Plan.properties,
    providers: Type.Array(enumOf(BILLING_PROVIDERS), {
      description: 'Where it can be bought: the path of POST /billing/:provider/subscriptions',
      examples: [['sandbox']],
    }),
  },
  { title: 'OfferedPlan' },
);

export const PlanList = Type.Object({ data: Type.Array(OfferedPlan) }, { title: 'PlanList' });

export const Subscription = Type.Object(
  {
    id: uuid(),
    companyId: uuid(),
    planId: uuid(),
    status: enumOf(SUBSCRIPTION_STATUSES),
    providerSubscriptionId: nullable(
      Type.String({ description: "The billing provider's own id", examples: ['sub_1NXWPnCZ6qsJgndJ'] }),
    ),
    providerCustomerId: nullable(
      Type.String({ description: "The billing provider's own id", examples: ['cus_OXWPnCZ6qsJg12'] }),
    ),
    startsAt: timestamp(),
    endsAt: nullable(timestamp()),
    cancelAtPeriodEnd: Type.Boolean({ description: 'Whether the current cycle ends without renewal' }),
    metadata: nullable(jsonObject()),
    plan: Plan,
  },
  { title: 'Subscription', description: 'Spec section 2.12' },
);

export const UsageRecord = Type.Object(
  {
    id: uuid({ description: 'The same for the same company, metric and month' }),
    subscriptionId: uuid({ description: 'The subscription in force in that month, the latest of several' }),
    companyId: uuid(),
    metric: enumOf([USAGE_METRIC]),
    year: Type.Integer({ examples: [2026] }),
    month: Type.Integer({ minimum: 1, maximum: 12, examples: [11] }),
    used: Type.Integer({ minimum: 0, description: 'Exact at the time of the request', examples: [48_211] }),
  },
  { title: 'UsageRecord', description: 'Spec section 2.13' },
);

export const UsageList = Type.Object({ data: Type.Array(UsageRecord) }, { title: 'UsageList' });
