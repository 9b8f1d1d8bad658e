import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../../../clients/typescript/src/api-problem.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/use-session.ts';
import { problemText } from '../../ui/problem-text.ts';
import { useToast } from '../../ui/toast.tsx';
import { applyMove, MovedMeanwhile, type ReviewCase } from './conflict.ts';
import type { Queue } from './load-queue.ts';
import { caseQuery, MOVE_KEY, QUEUE_KEY } from './queries.ts';
import type { ReviewStatus } from './search.ts';

export interface WantedMove {
  /** The case as the analyst saw it. */
  seen: ReviewCase;
  to: ReviewStatus;
  /** Replaces the note of the case; left out, the note stays. */
  note?: string | undefined;
}

/** Moves a case: shown at once, taken back when it is refused. */
export function useMove() {
  const client = useQueryClient();
  const session = useSession();
  const toast = useToast();
  return useMutation({
    mutationKey: MOVE_KEY,
    mutationFn: moveCase,
    onMutate: async ({ seen, to, note }: WantedMove) => {
      const { queryKey } = caseQuery(seen.id);
      await Promise.all([client.cancelQueries({ queryKey }), client.cancelQueries({ queryKey: QUEUE_KEY })]);
      const queues = client.getQueriesData<Queue>({ queryKey: QUEUE_KEY });
      const me = { id: session?.userId ?? '', email: session?.email ?? '' };
      client.setQueryData(queryKey, applyMove(seen, { to, note, me, at: new Date().toISOString() }));
      client.setQueriesData<Queue>({ queryKey: QUEUE_KEY }, (queue) => queue && showMoved(queue, seen.id, to));
      return queues;
    },
    onError: (error, { seen }, queues) => {
      client.setQueryData(caseQuery(seen.id).queryKey, error instanceof MovedMeanwhile ? error.latest : seen);
      for (const [queryKey, queue] of queues ?? []) client.setQueryData(queryKey, queue);
      // That somebody was faster stands with the case.
      if (!(error instanceof MovedMeanwhile)) toast(problemText(error), 'failed');
    },
    // Evaluations, figures and graphs show it as well. Nobody waits for that.
    onSettled: () => void client.invalidateQueries(),
  });
}

/** Steps may be skipped: without the status that the analyst saw, a verdict could overrule a colleague's. */
async function moveCase({ seen, to, note }: WantedMove): Promise<void> {
  const body = {
    reviewId: seen.id,
    status: to,
    expectedStatus: seen.status,
    ...(note !== undefined && { analystNote: note }),
  };
  try {
    await api.patch('/reviews/status', { body });
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === 'CONFLICT')) throw error;
    throw new MovedMeanwhile(await api.get('/reviews/{id}', { params: { path: { id: seen.id } } }));
  }
}

function showMoved(queue: Queue, reviewId: string, status: ReviewStatus): Queue {
  return { ...queue, rows: queue.rows.map((row) => (row.id === reviewId ? { ...row, status } : row)) };
}
