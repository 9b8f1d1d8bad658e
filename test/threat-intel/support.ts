import { registerTenant, type Answer, type Service, type Tenant } from '../support/service.ts';

export const PATH = '/api/threat-intel/subscriptions';

export const create = (service: Service, tenant: Tenant, body: unknown): Promise<Answer> =>
  service.call('POST', PATH, { token: tenant.token, body });

export interface Subscribed {
  tenant: Tenant;
  companyId: string;
  subscriptionId: string;
  secret: string;
}

/** A new company that subscribed this URL over the API. */
export async function subscribe(service: Service, url: string, owner?: Tenant): Promise<Subscribed> {
  const tenant = owner ?? (await registerTenant(service));
  const { status, body } = await create(service, tenant, { url });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const { companyId } = tenant;
  return { tenant, companyId, subscriptionId: String(body['id']), secret: String(body['secret']) };
}

export interface Listed {
  id: string;
  status: string;
  disabledReason: string | null;
  health: Record<string, unknown>;
}

export async function list(service: Service, { token }: Pick<Tenant, 'token'>): Promise<Listed[]> {
  const { status, body } = await service.call('GET', PATH, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body['data'] as Listed[];
}

export interface Delivery extends Record<string, unknown> {
  id: string;
  status: string;
  recentAttempts: { statusCode: number | null; error: string | null; responseExcerpt: string | null }[];
}

export async function listDeliveries(service: Service, subscribed: Subscribed, query = ''): Promise<Delivery[]> {
  const { subscriptionId, tenant } = subscribed;
  const path = `${PATH}/${subscriptionId}/deliveries${query}`;
  const { status, body } = await service.call('GET', path, { token: tenant.token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body['data'] as Delivery[];
}
