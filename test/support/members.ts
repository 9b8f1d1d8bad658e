import { randomUUID } from 'node:crypto';
import { uuidv7 } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { User } from '../../db/models/user.ts';
import type { Role } from '../../engine/vocabulary.ts';
import type { Service, Tenant } from './service.ts';

export interface TestMember extends Pick<Tenant, 'companyId' | 'email' | 'password' | 'token' | 'refreshToken'> {
  id: string;
}

/** Another member of the tenant, signed in. Stored directly: the e-mail flows that invite one are not part of this. */
export async function addMember(
  service: Service,
  { companyId }: Pick<Tenant, 'companyId'>,
  role: Role = 'analyst',
): Promise<TestMember> {
  const id = uuidv7(Date.now());
  const email = `${role}-${randomUUID()}@example.com`;
  const password = 'battery staple horse';
  await User.query(service.database.db.knex).insert({
    companyId,
    id,
    email,
    passwordHash: await hashPassword(password),
    role,
    createdAt: new Date(),
  });
  const { body } = await service.call('POST', '/api/auth/login', { body: { companyId, email, password } });
  const { accessToken: token = '', refreshToken = '' } = body as Record<string, string>;
  return { companyId, id, email, password, token, refreshToken };
}

export const addAnalyst = (service: Service, tenant: Tenant): Promise<TestMember> => addMember(service, tenant);

/** Ends the tenant's subscription. */
export async function expireSubscription(service: Service, tenant: Pick<Tenant, 'companyId'>): Promise<void> {
  await service.database.db.knex('subscriptions').where({ company_id: tenant.companyId }).update({ status: 'expired' });
}

/** Puts the tenant on a plan of its own with this monthly limit. */
export async function limitUsage(service: Service, tenant: Pick<Tenant, 'companyId'>, limit: number): Promise<void> {
  const { knex } = service.database.db;
  const id = uuidv7(Date.now());
  await knex('plans').insert({
    id,
    code: `limited-${id}`,
    name: 'Limited',
    price_minor: 0,
    currency: 'USD',
    billing_interval: 'month',
    features: [],
    monthly_event_limit: limit,
    ingest_rate_per_minute: 6_000,
  });
  await knex('subscriptions').where({ company_id: tenant.companyId }).update({ plan_id: id });
}
