import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** The policy of the company; only who may change it may ask for it. */
export function policyQuery() {
  return queryOptions({
    queryKey: ['policy'],
    queryFn: ({ signal }) => api.get('/risk-engine/policy', { signal }),
  });
}
