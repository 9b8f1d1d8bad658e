import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { api } from '../../api/client.ts';
import type { ThreatIntelSearch } from './search.ts';

export type ThreatSubscription = Schemas['ThreatSubscription'];
export type CreatedSubscription = Schemas['ThreatSubscriptionCreated'];
export type Delivery = Schemas['ThreatDelivery'];
export type Ping = Schemas['ThreatPing'];

/** Of everything about threat subscriptions. */
export const THREAT_INTEL_KEY = ['threat-intel'] as const;

/** A company has 20 at most, so all are on one page. */
const SUBSCRIPTIONS_LISTED = 100;
const HEALTH_EVERY_MS = 30_000;
const PENDING_EVERY_MS = 5_000;

export const subscriptionsQuery = queryOptions({
  queryKey: [...THREAT_INTEL_KEY, 'subscriptions'],
  queryFn: () => api.get('/threat-intel/subscriptions', { params: { query: { limit: SUBSCRIPTIONS_LISTED } } }),
  refetchInterval: HEALTH_EVERY_MS,
});

/** While one of them waits for an attempt, they are asked for again. */
export const deliveriesQuery = (subscriptionId: string, { status, page }: ThreatIntelSearch) =>
  queryOptions({
    queryKey: [...THREAT_INTEL_KEY, 'deliveries', subscriptionId, status, page],
    queryFn: () =>
      api.get('/threat-intel/subscriptions/{subscriptionId}/deliveries', {
        params: { path: { subscriptionId }, query: { status, page, limit: 10 } },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((delivery) => delivery.status === 'pending') ? PENDING_EVERY_MS : false,
  });
