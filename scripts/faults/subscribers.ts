import type { Database } from '../../db/connect.ts';
import { THREAT_EVENT_TYPE } from '../../db/queries/threat-events.ts';
import { insertThreatSubscription } from '../../db/queries/threat-subscriptions.ts';
import type { Config } from '../../platform/config.ts';
import { createSecretBox } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { generateWebhookSecret } from '../../platform/standard-webhooks.ts';
import type { Tenant } from '../demo/tenant.ts';
import type { Receiver } from './receiver.ts';

/** Subscribes companies to new global threats: one that reports them, and twice one that does not. */
export async function subscribeToThreats(
  { knex }: Pick<Database, 'knex'>,
  { ENCRYPTION_KEY }: Pick<Config, 'ENCRYPTION_KEY'>,
  tenants: readonly Tenant[],
  receiver: Receiver,
): Promise<void> {
  const secrets = createSecretBox(ENCRYPTION_KEY);
  const [reporter, bystander] = [tenants[0], tenants.at(-1)];
  for (const tenant of [reporter, bystander, bystander]) {
    if (!tenant) continue;
    const createdAt = new Date();
    const id = uuidv7(createdAt.getTime());
    const secret = generateWebhookSecret();
    await insertThreatSubscription(knex, tenant.companyId, {
      id,
      url: receiver.addSubscriber(secret),
      description: null,
      eventTypes: [THREAT_EVENT_TYPE],
      secretCiphertext: secrets.seal(secret, id),
      createdAt,
    });
  }
}
