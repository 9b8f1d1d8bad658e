import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../../../clients/typescript/src/api-problem.ts';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { api } from '../../api/client.ts';
import { policyQuery } from '../../api/policy-query.ts';
import { useToast } from '../../ui/toast.tsx';

/** Saves a policy. Where somebody was faster nothing is overwritten: theirs is loaded, and the conflict told. */
export function useSavePolicy(onSaved: () => void) {
  const client = useQueryClient();
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: (body: Schemas['PolicyUpdate']) => api.put('/risk-engine/policy', { body }),
    onSuccess: (policy) => {
      client.setQueryData(policyQuery().queryKey, policy);
      toast('The policy is saved. It applies from the next assessment on.');
      onSaved();
    },
  });
  const isConflict = mutation.error instanceof ApiProblem && mutation.error.statusCode === 409;
  return {
    isPending: mutation.isPending,
    /** What went wrong, unless it is a conflict. */
    error: isConflict ? null : mutation.error,
    conflict: isConflict,
    forget: () => mutation.reset(),
    run: (body: Schemas['PolicyUpdate'], onConflict: () => void) =>
      mutation.mutate(body, {
        onError: (error) => {
          if (!(error instanceof ApiProblem) || error.statusCode !== 409) return;
          onConflict();
          void client.invalidateQueries(policyQuery());
        },
      }),
  };
}
