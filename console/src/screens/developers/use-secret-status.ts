import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const SECRET_STATUS_KEY = ['webhook-secret'] as const;

/** Whether the company has a signing secret, and since when. */
export function useSecretStatus() {
  return useQuery({ queryKey: SECRET_STATUS_KEY, queryFn: () => api.post('/auth/webhook-secret/status') });
}
