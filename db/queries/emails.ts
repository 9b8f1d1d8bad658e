import type { SecretBox } from '../../platform/hashing.ts';
import type { Connection } from '../connect.ts';

/** What each template is filled with. Times are ISO 8601; links carry the single-use token. */
export interface EmailParameters {
  'verify-email': { fullName?: string; companyName: string; link: string };
  'password-reset': { fullName?: string; companyName: string; link: string; expiresAt: string };
  invitation: { companyName: string; invitedBy: string; role: string; link: string; expiresAt: string };
}
export type EmailTemplate = keyof EmailParameters;

/** A template with the parameters it takes. */
export type EmailContent = {
  [Template in EmailTemplate]: { template: Template; parameters: EmailParameters[Template] };
}[EmailTemplate];

export type NewEmail = EmailContent & { id: string; recipient: string; createdAt: Date };

/** An e-mail one worker may send now. */
export interface ClaimedEmail {
  id: string;
  template: EmailTemplate;
  recipient: string;
  /** The parameters, encrypted; see {@link openEmail}. */
  sealed: string;
  /** 1 for the first. */
  attempt: number;
  createdAt: Date;
}

export interface EmailKey {
  companyId: string;
  emailId: string;
}

/** Stores an e-mail in the caller's transaction. After the commit the caller signals `email`. */
export async function insertEmail(
  connection: Connection,
  companyId: string,
  email: NewEmail,
  secrets: Pick<SecretBox, 'seal'>,
): Promise<void> {
  await connection('emails').insert({
    company_id: companyId,
    id: email.id,
    template: email.template,
    recipient: email.recipient,
    sealed: secrets.seal(JSON.stringify(email.parameters), email.id),
    status: 'pending',
    next_attempt_at: email.createdAt,
    created_at: email.createdAt,
  });
}

/**
 * Takes an e-mail to send it. Nobody else can until `leaseUntil`, when the worker counts as lost; the attempt counts
 * from now on, so that an e-mail that kills its workers is given up too.
 *
 * @returns undefined when it is settled, taken by another worker, or its wait is not over
 */
export async function claimEmail(
  connection: Connection,
  companyId: string,
  { emailId, now, leaseUntil }: { emailId: string; now: Date; leaseUntil: Date },
): Promise<ClaimedEmail | undefined> {
  const rows: ClaimedEmail[] = await connection('emails')
    .where({ company_id: companyId, id: emailId, status: 'pending' })
    .where('next_attempt_at', '<=', now)
    .update({ attempts: connection.raw('attempts + 1'), next_attempt_at: leaseUntil })
    .returning(['id', 'template', 'recipient', 'sealed', 'attempts as attempt', 'created_at as createdAt']);
  return rows[0];
}

/** Reads what a claimed e-mail says. @throws when it was sealed under another key */
export function openEmail({ id, template, sealed }: ClaimedEmail, secrets: Pick<SecretBox, 'open'>): EmailContent {
  return { template, parameters: JSON.parse(secrets.open(sealed, id)) as never };
}

/** The e-mail was sent: its contents are forgotten. */
export async function markEmailSent(
  connection: Connection,
  companyId: string,
  { emailId, now }: { emailId: string; now: Date },
): Promise<void> {
  await connection('emails')
    .where({ company_id: companyId, id: emailId, status: 'pending' })
    .update({ status: 'sent', sealed: null, last_error: null, sent_at: now });
}

interface EmailFailure {
  emailId: string;
  /** The attempt that failed; a later one by another worker is left alone. */
  attempt: number;
  /** Why, without addresses or secrets. */
  reason: string;
  /** When to try again; undefined gives the e-mail up and forgets its contents. */
  retryAt?: Date;
}

/** An attempt failed. */
export async function markEmailFailed(
  connection: Connection,
  companyId: string,
  { emailId, attempt, reason, retryAt }: EmailFailure,
): Promise<void> {
  await connection('emails')
    .where({ company_id: companyId, id: emailId, status: 'pending', attempts: attempt })
    .update({
      last_error: reason,
      ...(retryAt ? { next_attempt_at: retryAt } : { status: 'failed', sealed: null }),
    });
}

/** E-mails that could have been sent since before a moment, of any company, longest waiting first: a signal was lost. */
export async function listEmailsToSend(connection: Connection, before: Date, limit: number): Promise<EmailKey[]> {
  return connection('emails')
    .select('company_id as companyId', 'id as emailId')
    .where({ status: 'pending' })
    .where('next_attempt_at', '<', before)
    .orderBy('next_attempt_at')
    .limit(limit);
}

/** Deletes up to `limit` sent or given up e-mails made before a moment, of any company: addresses are not kept for ever. */
export async function deleteSettledEmails(connection: Connection, before: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from emails where ctid = any (array(
       select ctid from emails where status <> 'pending' and created_at < ? order by created_at limit ?
       for update skip locked))`,
    [before, limit],
  );
  return rowCount;
}
