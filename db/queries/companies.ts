import type { PolicySettings } from '../../engine/policy.ts';
import type { Connection } from '../connect.ts';
import { Company } from '../models/company.ts';
import { Subscription } from '../models/subscription.ts';
import { User } from '../models/user.ts';
import { toSettingsRow } from './policies.ts';

export interface NewCompany {
  company: Pick<Company, 'id' | 'name' | 'createdAt'>;
  admin: Pick<User, 'id' | 'email' | 'passwordHash' | 'fullName'>;
  subscription: Pick<Subscription, 'id' | 'planId' | 'startsAt' | 'endsAt'>;
  policy: PolicySettings;
}

/** What a company calls itself. */
export async function findCompanyName(connection: Connection, companyId: string): Promise<string | undefined> {
  const company = await Company.query(connection).findById(companyId).select('name');
  return company?.name;
}

/** Creates a company with its first admin, its trial and its policy; call it inside a transaction. */
export async function insertCompany(
  connection: Connection,
  { company, admin, subscription, policy }: NewCompany,
): Promise<void> {
  const companyId = company.id;
  const { createdAt } = company;
  await Company.query(connection).insert(company);
  await User.query(connection).insert({ ...admin, companyId, role: 'admin', createdAt });
  await Subscription.query(connection).insert({ ...subscription, companyId, status: 'active', createdAt });
  await connection('policies').insert({
    company_id: companyId,
    ...toSettingsRow(policy),
    version: 1,
    updated_at: createdAt,
  });
}
