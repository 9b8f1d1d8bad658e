import { randomUUID } from 'node:crypto';
import type { Answer, Service, Tenant } from './service.ts';

export const newAddress = (): string => `person-${randomUUID()}@example.com`;

export async function invite(
  service: Service,
  tenant: Pick<Tenant, 'token'>,
  { email = newAddress(), role = 'analyst' }: { email?: string; role?: string } = {},
): Promise<Answer> {
  return service.call('POST', '/api/auth/invitations', { token: tenant.token, body: { email, role } });
}

export async function accept(
  service: Service,
  token: string,
  { password = 'battery staple horse', ...fields }: { password?: string; fullName?: string } = {},
): Promise<Answer> {
  return service.call('POST', '/api/auth/invitations/accept', { body: { token, password, ...fields } });
}

export async function listInvitations(
  service: Service,
  tenant: Pick<Tenant, 'token'>,
  query = '',
): Promise<Record<string, unknown>[]> {
  const { body } = await service.call('GET', `/api/auth/invitations${query}`, { token: tenant.token });
  return body['data'] as Record<string, unknown>[];
}
