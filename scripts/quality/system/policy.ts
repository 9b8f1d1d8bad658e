import { callService } from '../../demo/service-client.ts';
import type { Tenant } from '../../demo/tenant.ts';
import type { Profile } from '../options.ts';

/**
 * Has the events of a tenant scored by a profile. A new tenant's policy already says `default`.
 *
 * @throws ServiceError when the service does not know how to
 */
export async function chooseProfile(tenant: Tenant, profile: Profile): Promise<void> {
  if (profile === 'default') return;
  const token = await tenant.accessToken();
  await callService(tenant.baseUrl, {
    method: 'PUT',
    path: '/risk-engine/policy',
    body: JSON.stringify({ scoringProfile: profile }),
    headers: () => ({ authorization: `Bearer ${token}` }),
  });
}
