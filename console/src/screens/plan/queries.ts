import { queryOptions } from '@tanstack/react-query';
import { ApiProblem } from '../../../../clients/typescript/src/api-problem.ts';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { api } from '../../api/client.ts';

export type Subscription = Schemas['Subscription'];
export type OfferedPlan = Schemas['OfferedPlan'];

export const plansQuery = queryOptions({ queryKey: ['plans'], queryFn: () => api.get('/plans') });

/** The active subscription; null when there is none. */
export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: (): Promise<Subscription | null> =>
    api.get('/subscriptions/me').catch((error: unknown) => {
      if (error instanceof ApiProblem && error.statusCode === 404) return null;
      throw error;
    }),
});

export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => api.get('/subscriptions/me/usage') });
