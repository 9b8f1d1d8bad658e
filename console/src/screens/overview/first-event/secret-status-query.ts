import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** Whether the company has a signing secret; for admins only. */
export function secretStatusQuery() {
  return queryOptions({
    queryKey: ['webhook-secret', 'status'],
    queryFn: ({ signal }) => api.post('/auth/webhook-secret/status', { signal }),
  });
}
