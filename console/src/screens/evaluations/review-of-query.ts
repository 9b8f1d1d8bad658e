import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { api } from '../../api/client.ts';

type ReviewStatus = Schemas['Review']['status'];

/** Cases that are looked through: the API has no list of the cases of one assessment. */
const MOST_CASES = 100;

/** The id of the latest case of an assessment, if it is among the latest of its status; null otherwise. */
export function reviewOfQuery(assessmentId: string, status: ReviewStatus) {
  return queryOptions({
    queryKey: ['reviews', 'of-assessment', assessmentId, status],
    queryFn: async ({ signal }) => {
      const query = { status, limit: MOST_CASES };
      const { data } = await api.get('/reviews', { params: { query }, signal });
      return data.find((review) => review.assessmentId === assessmentId)?.id ?? null;
    },
  });
}
