import type { Connection } from '../connect.ts';
import { User } from '../models/user.ts';

/** The person with this e-mail address (trimmed, lower-cased) in this company. */
export async function findUserByEmail(
  connection: Connection,
  companyId: string,
  email: string,
): Promise<User | undefined> {
  return User.query(connection).findOne({ company_id: companyId, email });
}

export async function findUser(connection: Connection, companyId: string, userId: string): Promise<User | undefined> {
  return User.query(connection).findOne({ company_id: companyId, id: userId });
}

export type NewMember = Pick<
  User,
  'id' | 'email' | 'passwordHash' | 'role' | 'fullName' | 'emailVerifiedAt' | 'createdAt'
>;

/** Adds a person to a company. @returns false when its address is that of a member already */
export async function insertMember(connection: Connection, companyId: string, member: NewMember): Promise<boolean> {
  const inserted = await connection('users')
    .insert({
      company_id: companyId,
      id: member.id,
      email: member.email,
      password_hash: member.passwordHash,
      role: member.role,
      full_name: member.fullName,
      email_verified_at: member.emailVerifiedAt,
      created_at: member.createdAt,
    })
    .onConflict(['company_id', 'email'])
    .ignore()
    .returning<{ id: string }[]>('id');
  return inserted.length === 1;
}

/**
 * Keeps a password from being changed until the transaction ends.
 *
 * @returns false when it was changed since the person was read
 */
export async function holdPassword(
  transaction: Connection,
  companyId: string,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const held = await User.query(transaction)
    .select('id')
    .where({ company_id: companyId, id, password_hash: passwordHash })
    .forShare();
  return held.length === 1;
}
