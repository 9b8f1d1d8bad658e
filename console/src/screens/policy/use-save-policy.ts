import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../../../clients/typescript/src/api-problem.ts';
import { api } from '../../api/client.ts';
import { policyQuery } from '../../api/policy-query.ts';
import { useSession } from '../../session/use-session.ts';
import { useToast } from '../../ui/toast.tsx';
import { updateOf, type Policy, type Settings } from './settings.ts';

/** Somebody else has changed the policy since it was read. */
export class PolicyConflict extends Error {
  readonly theirs: Policy;
  /** Their e-mail address, where it can be found out. */
  readonly changedBy: string | undefined;

  constructor(theirs: Policy, changedBy: string | undefined) {
    super('The policy has changed meanwhile');
    this.theirs = theirs;
    this.changedBy = changedBy;
  }
}

interface Change {
  saved: Settings;
  draft: Settings;
  version: number;
}

interface SavePolicyOptions {
  onSaved: (policy: Policy) => void;
  onConflict: () => void;
}

/** Saves what was changed; `conflict` says so when somebody else was quicker. */
export function useSavePolicy({ onSaved, onConflict }: SavePolicyOptions) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const session = useSession();
  const maySeeAudit =
    session?.permissions.includes('audit:view') === true && session.planFeatures.includes('audit_logs');
  const save = useMutation({
    mutationFn: async ({ saved, draft, version }: Change) => {
      try {
        return await api.put('/risk-engine/policy', { body: updateOf(saved, draft, version) });
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.statusCode !== 409) throw error;
        const theirs = await queryClient.fetchQuery({ ...policyQuery(), staleTime: 0 });
        throw new PolicyConflict(theirs, maySeeAudit ? await findAuthor(theirs) : undefined);
      }
    },
    onSuccess: (policy) => {
      queryClient.setQueryData(policyQuery().queryKey, policy);
      toast('Saved. It applies from the next assessment on.');
      onSaved(policy);
    },
    onError: (error) => {
      if (error instanceof PolicyConflict) onConflict();
    },
  });
  return { ...save, conflict: save.error instanceof PolicyConflict ? save.error : undefined };
}

/** The policy says the id of who changed it; the audit log says more. */
async function findAuthor({ updatedBy }: Policy): Promise<string | undefined> {
  const query = { action: 'policy.updated', limit: 1 } as const;
  const entries = await api.get('/audit-logs', { params: { query } }).catch(() => undefined);
  const entry = entries?.data[0];
  return entry?.actorId === updatedBy ? (entry?.actorEmail ?? undefined) : undefined;
}
