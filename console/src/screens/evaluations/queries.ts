import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { EvaluationSearch } from './search.ts';

const PAGE_SIZE = 25;

export function evaluationsQuery(search: EvaluationSearch, limit = PAGE_SIZE) {
  const query = { ...search, limit };
  return queryOptions({
    queryKey: ['evaluations', 'list', query],
    queryFn: ({ signal }) => api.get('/risk-engine/evaluations', { params: { query }, signal }),
  });
}

export function evaluationQuery(evaluationId: string) {
  return queryOptions({
    queryKey: ['evaluations', 'one', evaluationId],
    queryFn: ({ signal }) =>
      api.get('/risk-engine/evaluations/{evaluationId}', { params: { path: { evaluationId } }, signal }),
  });
}
