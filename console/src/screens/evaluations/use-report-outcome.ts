import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Outcome } from '../../api/assessment-words.ts';
import { api } from '../../api/client.ts';
import { problemText } from '../../ui/problem-text.ts';
import { useToast } from '../../ui/toast.tsx';
import { OUTCOME_WORDS } from './outcomes.ts';
import { evaluationQuery } from './queries.ts';

/** Reports the outcome of an evaluation. It is shown at once, and taken back when the service refuses it. */
export function useReportOutcome(assessmentId: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { queryKey } = evaluationQuery(assessmentId);
  return useMutation({
    mutationFn: (outcome: Outcome) => api.post('/risk-engine/feedback', { body: { assessmentId, outcome } }),
    onMutate: async (outcome) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (shown) => shown && { ...shown, feedbackOutcome: outcome });
      return { before };
    },
    onError: (error, outcome, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      toast(`“${OUTCOME_WORDS[outcome].label}” was not recorded: ${problemText(error)}`, 'failed');
    },
    onSuccess: (_, outcome) => toast(`Recorded: ${OUTCOME_WORDS[outcome].label}. The next assessments react to it.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['evaluations'] }),
  });
}
