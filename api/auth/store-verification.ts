import type { Connection } from '../../db/connect.ts';
import { replaceAccountToken } from '../../db/queries/account-tokens.ts';
import { insertEmail } from '../../db/queries/emails.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { createLinkToken, formatAccountLink } from '../../platform/link-token.ts';
import type { Dependencies } from '../dependencies.ts';

/** Whose address is to be verified. */
interface Addressee {
  companyName: string;
  userId: string;
  email: string;
  fullName: string | null;
}

/**
 * Stores the e-mail that asks a person to confirm their address, with a new token; earlier ones stop working.
 *
 * @returns the id of the e-mail, which the caller signals after the commit
 */
export async function storeVerification(
  transaction: Connection,
  companyId: string,
  { companyName, userId, email, fullName }: Addressee,
  { clock, config, secrets }: Pick<Dependencies, 'clock' | 'config' | 'secrets'>,
): Promise<string> {
  const now = clock.now();
  const createdAt = new Date(now);
  const expiresAt = new Date(now + config.EMAIL_VERIFICATION_TTL_SECONDS * 1000);
  const { token, hash } = createLinkToken(companyId);
  await replaceAccountToken(transaction, companyId, {
    userId,
    purpose: 'verify-email',
    hash,
    email,
    createdAt,
    expiresAt,
  });
  const id = uuidv7(now);
  const link = formatAccountLink(config.publicUrl, 'verify-email', token);
  const parameters = { companyName, link, ...(fullName !== null && { fullName }) };
  await insertEmail(
    transaction,
    companyId,
    { id, template: 'verify-email', parameters, recipient: email, createdAt },
    secrets,
  );
  return id;
}
