import type { Connection } from '../db/connect.ts';
import { replaceAccountToken } from '../db/queries/account-tokens.ts';
import { findCompanyName } from '../db/queries/companies.ts';
import { insertEmail } from '../db/queries/emails.ts';
import { takePasswordResetRequest, type PasswordResetRequestKey } from '../db/queries/password-reset-requests.ts';
import { findUserByEmail } from '../db/queries/users.ts';
import { uuidv7 } from '../platform/ids.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { JOBS } from '../platform/jobs/job-map.ts';
import { createLinkToken, formatAccountLink } from '../platform/link-token.ts';
import type { WorkerDependencies } from './dependencies.ts';

type ResetDependencies = Pick<WorkerDependencies, 'config' | 'clock' | 'db' | 'secrets' | 'producer'>;

/**
 * Answers a request to reset a password (contract section 2): the person it names, if there is one, gets an e-mail with
 * a link. The request only ever says what somebody typed in; it is here that it meets the people of the company.
 */
export function createPasswordReset(dependencies: ResetDependencies): JobHandler<typeof JOBS, 'password-reset'> {
  const { db, producer } = dependencies;
  return {
    name: 'password-reset',
    handle: async (key) => {
      const emailId = await db.knex.transaction((transaction) => answerRequest(transaction, key, dependencies));
      if (emailId !== undefined) await producer.signal('email', { companyId: key.companyId, emailId });
    },
  };
}

/** @returns the id of the e-mail, if the request leads to one */
async function answerRequest(
  transaction: Connection,
  { companyId, requestId }: PasswordResetRequestKey,
  { clock, config, secrets }: ResetDependencies,
): Promise<string | undefined> {
  const sealed = await takePasswordResetRequest(transaction, companyId, requestId);
  if (sealed === undefined) return undefined;
  const user = await findUserByEmail(transaction, companyId, secrets.open(sealed, requestId));
  if (!user) return undefined;
  const { email, fullName } = user;
  const now = clock.now();
  const createdAt = new Date(now);
  const expiresAt = new Date(now + config.PASSWORD_RESET_TTL_SECONDS * 1000);
  const { token, hash } = createLinkToken(companyId);
  await replaceAccountToken(transaction, companyId, {
    userId: user.id,
    purpose: 'password-reset',
    hash,
    email,
    createdAt,
    expiresAt,
  });
  const id = uuidv7(now);
  const parameters = {
    companyName: (await findCompanyName(transaction, companyId)) ?? '',
    link: formatAccountLink(config.publicUrl, 'reset-password', token),
    expiresAt: expiresAt.toISOString(),
    ...(fullName !== null && { fullName }),
  };
  await insertEmail(
    transaction,
    companyId,
    { id, template: 'password-reset', parameters, recipient: email, createdAt },
    secrets,
  );
  return id;
}
