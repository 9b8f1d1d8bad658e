import { formatDate } from '../../format/dates.ts';
import type { AuditAction, AuditEntry } from './actions.ts';
import { describePolicyChange } from './describe-policy-change.ts';

/** What is read of the two sides: which fields are there depends on the action. */
type Side = Readonly<Record<string, unknown>>;
type Sides = [before: Side, after: Side];

/** What was done, to be read after the name of who did it. */
const SENTENCES: Record<AuditAction, (entry: AuditEntry, ...sides: Sides) => string> = {
  'policy.updated': ({ diff }) => `changed the policy: ${describePolicyChange(diff)}`,
  'webhook_secret.regenerated': ({ before }, old, { secretPrefix }) =>
    before
      ? `replaced the signing secret ${text(old['secretPrefix'])}… by ${text(secretPrefix)}…`
      : `generated the first signing secret, ${text(secretPrefix)}…`,
  'invitation.created': (_entry, _before, { email, role, replaces }) =>
    `invited ${text(email)} as ${withArticle(role)}${replaces ? ', in place of an open invitation' : ''}`,
  'invitation.revoked': (_entry, { email, role }) => `revoked the invitation of ${text(email)} as ${withArticle(role)}`,
  'member.joined': (_entry, _before, { role, invitedBy }) =>
    `joined as ${withArticle(role)}, invited by ${text(invitedBy)}`,
  'member.role_changed': (_entry, before, { email, role }) =>
    `made ${text(email)} ${withArticle(role)}, before ${withArticle(before['role'])}`,
  'member.removed': (_entry, { email, role }) => `removed ${text(email)}, ${withArticle(role)}`,
  'member.password_reset': () => 'chose a new password by the link of an e-mail; all sessions ended',
  'threat_subscription.created': (_entry, _before, after) => `subscribed ${describeTarget(after)} to new threats`,
  'threat_subscription.deleted': (_entry, before) => `deleted the threat subscription of ${describeTarget(before)}`,
  'subscription.requested': (_entry, _before, { planCode, provider }) =>
    `opened a checkout for the plan ${text(planCode)} at ${text(provider)}`,
  'subscription.updated': (_entry, ...sides) => describeTerms(...sides),
};

/** An entry as a sentence without its subject: "changed the policy: review threshold 50 → 45". */
export function describeEntry(entry: AuditEntry): string {
  // A newer service may record what this console does not know of yet.
  const sentence = (SENTENCES as Partial<typeof SENTENCES>)[entry.action];
  return sentence ? sentence(entry, entry.before ?? {}, entry.after ?? {}) : describePlainly(entry);
}

/** Who did it. Nobody of the company: payments and renewals are told by the provider. */
export function describeActor({ actorEmail, targetType }: AuditEntry): string {
  return actorEmail ?? (targetType === 'subscription' ? 'The billing provider' : 'The service');
}

function describePlainly({ action, targetType, targetId }: AuditEntry): string {
  return `did ${action} on ${targetType.replaceAll('_', ' ')} ${targetId ?? ''}`.trimEnd();
}

function describeTarget({ origin, description }: Side): string {
  return typeof description === 'string' && description ? `${text(origin)} (${description})` : text(origin);
}

function describeTerms(before: Side, after: Side): string {
  const until = typeof after['endsAt'] === 'string' ? formatDate(after['endsAt']) : undefined;
  if (before['status'] !== after['status']) {
    if (after['status'] === 'active') return `started the subscription${until ? `, paid until ${until}` : ''}`;
    if (after['status'] === 'expired') return 'ended the subscription';
  }
  if (!before['cancelAtPeriodEnd'] && after['cancelAtPeriodEnd']) {
    return `noted that the subscription is not renewed${until ? ` after ${until}` : ''}`;
  }
  if (before['cancelAtPeriodEnd'] && !after['cancelAtPeriodEnd']) return 'noted that the subscription is renewed again';
  return until && before['endsAt'] !== after['endsAt']
    ? `moved the end of the subscription to ${until}`
    : 'changed the subscription';
}

function withArticle(role: unknown): string {
  return `an ${text(role)}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : 'unknown';
}
