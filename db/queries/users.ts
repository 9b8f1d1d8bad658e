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
