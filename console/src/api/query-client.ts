import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../../clients/typescript/src/api-problem.ts';

const STALE_MS = 15_000;
const RETRIES = 2;

/** What was asked is kept for a moment; what the service has refused is not asked again by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) => failures < RETRIES && !(error instanceof ApiProblem && error.statusCode < 500),
    },
  },
});
