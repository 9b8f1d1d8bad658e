import type { Connection } from '../connect.ts';

export interface SigningSecret {
  /** The secret, encrypted under the server's key. */
  ciphertext: string;
  prefix: string;
  rotatedAt: Date;
}

/** Sets the company's signing secret; the one before stops working with the commit (spec section 5.4). */
export async function upsertSigningSecret(
  connection: Connection,
  companyId: string,
  secret: SigningSecret,
): Promise<void> {
  await connection('signing_secrets')
    .insert({
      company_id: companyId,
      ciphertext: secret.ciphertext,
      prefix: secret.prefix,
      rotated_at: secret.rotatedAt,
    })
    .onConflict('company_id')
    .merge();
}

export async function findSigningSecret(connection: Connection, companyId: string): Promise<SigningSecret | undefined> {
  return connection('signing_secrets')
    .select<SigningSecret[]>('ciphertext', 'prefix', 'rotated_at as rotatedAt')
    .where({ company_id: companyId })
    .first();
}
