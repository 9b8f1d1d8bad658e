import path from 'node:path';
import { claimEmail, markEmailFailed, markEmailSent, openEmail, type ClaimedEmail } from '../db/queries/emails.ts';
import type { JobContext, JobHandler } from '../platform/jobs/handler.ts';
import { JOBS } from '../platform/jobs/job-map.ts';
import { createMailer, MailError, SEND_TIMEOUT_MS, type Mailer } from '../platform/mailer.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { renderEmail } from './email/render-email.ts';

type EmailDependencies = Pick<WorkerDependencies, 'config' | 'clock' | 'db' | 'secrets'>;

/** A worker that has not settled an e-mail by then is lost, and another sends it. */
const LEASE_MS = SEND_TIMEOUT_MS + 20_000;
const RETRY_DELAYS_MS = JOBS.email.retryDelaysMs;
const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/**
 * Sends one e-mail (contract section 2). Its row says whether it may be sent and how often it was tried; a job more or
 * less changes nothing. A worker killed between the server's answer and the row leaves an e-mail to be sent twice, with
 * the same Message-ID.
 */
export function createEmail(dependencies: EmailDependencies): JobHandler<typeof JOBS, 'email'> {
  let opened: Mailer | undefined;
  return {
    name: 'email',
    handle: async ({ companyId, emailId }, context) => {
      const { clock, config, db } = dependencies;
      opened ??= openMailer(config);
      const now = clock.now();
      const leaseUntil = new Date(now + LEASE_MS);
      const email = await claimEmail(db.knex, companyId, { emailId, now: new Date(now), leaseUntil });
      if (email) await sendClaimed(dependencies, opened, { companyId, email }, context);
    },
  };
}

function openMailer(config: WorkerDependencies['config']): Mailer {
  const outboxDir = path.join(config.dataDir, 'outbox');
  return createMailer({ smtpUrl: config.SMTP_URL, outboxDir, from: config.MAIL_FROM });
}

interface Claim {
  companyId: string;
  email: ClaimedEmail;
}

async function sendClaimed(
  dependencies: EmailDependencies,
  send: Mailer,
  claim: Claim,
  context: JobContext,
): Promise<void> {
  const { clock, db, secrets } = dependencies;
  const { companyId, email } = claim;
  const { id, createdAt, recipient } = email;
  try {
    if (email.attempt > MAX_ATTEMPTS) throw new MailError('its workers were lost', true);
    await send({ id, createdAt, recipient, ...renderEmail(openEmail(email, secrets)) }, context);
  } catch (error) {
    await recordFailure(dependencies, claim, error, context);
    return;
  }
  await markEmailSent(db.knex, companyId, { emailId: id, now: new Date(clock.now()) });
}

/** @throws the error, unless trying again is of no use: then the row says so, and the job is done */
async function recordFailure(
  { clock, db }: EmailDependencies,
  { companyId, email }: Claim,
  error: unknown,
  { logger }: JobContext,
): Promise<void> {
  const { id: emailId, attempt, template } = email;
  const refused = error instanceof MailError && error.permanent;
  const reason = error instanceof MailError ? error.message : 'could not be opened or rendered';
  const delay = refused ? undefined : RETRY_DELAYS_MS[attempt - 1];
  const retryAt = delay === undefined ? undefined : new Date(clock.now() + delay);
  await markEmailFailed(db.knex, companyId, { emailId, attempt, reason, retryAt });
  if (!retryAt) logger.error({ companyId, emailId, template, attempt, reason }, 'e-mail given up');
  if (!refused) throw error;
}
