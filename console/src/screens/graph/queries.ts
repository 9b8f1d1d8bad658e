import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { usePermission, usePlanFeature } from '../../session/use-session.ts';
import type { Graph } from './model/graph-index.ts';
import { userIdOf } from './model/kinds.ts';
import type { GraphSearch } from './search.ts';

export interface Views {
  /** As it was when the assessment was made; only with an assessment. */
  then: UseQueryResult<Graph>;
  /** As it is now. */
  now: UseQueryResult<Graph>;
  /** Whose graph the live one is; undefined where that is not known, so that there is none. */
  liveUserId: string | undefined;
}

export function useViews({ assessmentId, userId }: GraphSearch): Views {
  const then = useQuery({
    queryKey: ['graph', 'assessment', assessmentId],
    queryFn: () => api.get('/graph/explore/{assessmentId}', { params: { path: { assessmentId: assessmentId ?? '' } } }),
    enabled: assessmentId !== undefined,
    staleTime: Infinity,
  });
  const liveUserId = useLiveUserId(assessmentId === undefined ? userId : undefined, assessmentId, then.data);
  const now = useQuery({
    queryKey: ['graph', 'user', liveUserId],
    queryFn: () => api.get('/graph/explore', { params: { query: { userId: liveUserId ?? '' } } }),
    enabled: liveUserId !== undefined,
  });
  return { then, now, liveUserId };
}

/** A graph masks user ids that are personal data; the evaluation knows them, where one may look at it. */
function useLiveUserId(
  given: string | undefined,
  assessmentId: string | undefined,
  then: Graph | undefined,
): string | undefined {
  const mayView = usePermission('events:view');
  const hasFeature = usePlanFeature('event_explorer');
  const seed = then?.nodes[0];
  const shown = seed?.group === 'riskuser' ? userIdOf(seed) : undefined;
  const evaluation = useQuery({
    queryKey: ['graph', 'evaluation', assessmentId],
    queryFn: () =>
      api.get('/risk-engine/evaluations/{evaluationId}', { params: { path: { evaluationId: assessmentId ?? '' } } }),
    enabled: mayView && hasFeature && seed !== undefined && shown === undefined,
    staleTime: Infinity,
  });
  return given ?? shown ?? evaluation.data?.userId;
}
