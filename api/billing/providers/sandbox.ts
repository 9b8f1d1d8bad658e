import type { Config } from '../../../platform/config.ts';
import type { BillingProvider } from '../provider.ts';
import { badSignature, readNotification } from '../read-notification.ts';
import { createSandboxKeys } from '../sandbox/keys.ts';

export const SANDBOX_SIGNATURE = 'x-sandbox-signature';

/**
 * A provider that is part of this service and takes no money (contract section 5): its checkout is a page of our own,
 * which tells of the payment by a signed webhook like any other provider.
 */
export function createSandboxProvider({
  ENCRYPTION_KEY,
  publicUrl,
}: Pick<Config, 'ENCRYPTION_KEY' | 'publicUrl'>): BillingProvider {
  const keys = createSandboxKeys(ENCRYPTION_KEY);
  return {
    sells: () => true,
    createSubscription: ({ companyId, subscriptionId, expiresAt }) => {
      const token = keys.makeToken({ companyId, subscriptionId, expiresAt: Math.floor(expiresAt.getTime() / 1000) });
      return Promise.resolve({
        shortUrl: `${publicUrl}/sandbox/checkout/${subscriptionId}?token=${token}`,
        providerSubscriptionId: `sandbox_sub_${subscriptionId}`,
        providerCustomerId: `sandbox_cus_${companyId}`,
      });
    },
    verifyWebhook: (rawBody, headers) => {
      const signature = headers[SANDBOX_SIGNATURE];
      if (typeof signature !== 'string' || !keys.verifyNotification(rawBody, signature)) throw badSignature();
      return readNotification(rawBody, ({ id }) => id);
    },
  };
}
