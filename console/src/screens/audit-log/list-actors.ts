import type { AuditEntry } from './actions.ts';

export interface Actor {
  id: string;
  email: string;
}

/** Everybody to filter by: members, who is seen in the entries, and who is filtered by already. */
export function listActors(
  members: readonly Actor[],
  seen: readonly Pick<AuditEntry, 'actorId' | 'actorEmail'>[],
  chosen: string | undefined,
): Actor[] {
  const actors = new Map<string, string>();
  if (chosen) actors.set(chosen, chosen);
  for (const { actorId, actorEmail } of seen) if (actorId) actors.set(actorId, actorEmail ?? actorId);
  for (const { id, email } of members) actors.set(id, email);
  return [...actors].map(([id, email]) => ({ id, email })).sort((a, b) => a.email.localeCompare(b.email));
}
