import { queryOptions, useIsMutating, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { usePermission, usePlanFeature } from '../../session/use-session.ts';
import { countReviews, loadQueue, type Queue } from './load-queue.ts';
import { REVIEW_STATUSES, type ReviewSearch, type ReviewStatus } from './search.ts';

/** How soon a move of a colleague shows. */
const WATCH_MS = 3_000;
const COUNT_MS = 15_000;
/** What was assessed does not change. */
const KEEP_MS = 300_000;

export const MOVE_KEY = ['reviews', 'move'] as const;
export const QUEUE_KEY = ['reviews', 'queue'] as const;
const COUNT_KEY = ['reviews', 'count'] as const;

export const caseQuery = (reviewId: string) =>
  queryOptions({
    queryKey: ['reviews', 'case', reviewId],
    queryFn: () => api.get('/reviews/{id}', { params: { path: { id: reviewId } } }),
  });

/** Nothing is asked again while a move is under way: the answer would show the case as it was before. */
function useWatchInterval(): number | false {
  return useIsMutating({ mutationKey: MOVE_KEY }) > 0 ? false : WATCH_MS;
}

/** The page of the queue, kept up to date while it is looked at. */
export function useQueue({ status, page = 1 }: ReviewSearch) {
  const client = useQueryClient();
  const queryKey = [...QUEUE_KEY, status ?? 'unfinished', page];
  return useQuery({
    queryKey,
    queryFn: async () => {
      const before = client.getQueryData<Queue>(queryKey);
      const queue = await loadQueue(status, page, before);
      // A case that has left or come was counted elsewhere before.
      if (before && before.meta.total !== queue.meta.total) void client.invalidateQueries({ queryKey: COUNT_KEY });
      return queue;
    },
    refetchInterval: useWatchInterval(),
  });
}

/** The open case, kept up to date while it is looked at. */
export function useCase(reviewId: string) {
  return useQuery({ ...caseQuery(reviewId), refetchInterval: useWatchInterval() });
}

/** How many cases of each status there are. */
export function useReviewCounts(): Partial<Record<ReviewStatus, number>> {
  const queries = REVIEW_STATUSES.map((status) => ({
    queryKey: [...COUNT_KEY, status],
    queryFn: () => countReviews(status),
    refetchInterval: COUNT_MS,
  }));
  return useQueries({
    queries,
    combine: (results) => Object.fromEntries(REVIEW_STATUSES.map((status, index) => [status, results[index]?.data])),
  });
}

/** The user and the amount behind a case; never loaded where plan or role do not include evaluations. */
export function useReviewedEvaluation(assessmentId: string) {
  const mayView = usePermission('events:view');
  const hasFeature = usePlanFeature('event_explorer');
  return useQuery({
    queryKey: ['reviews', 'evaluation', assessmentId],
    queryFn: () =>
      api.get('/risk-engine/evaluations/{evaluationId}', { params: { path: { evaluationId: assessmentId } } }),
    enabled: mayView && hasFeature,
    staleTime: KEEP_MS,
  });
}
