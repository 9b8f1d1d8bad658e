import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Service, Tenant } from './service.ts';

/** A writer that claims an idempotency key and stops, as a frozen process would; `end` lets it die. */
export async function claimKey(
  service: Service,
  tenant: Pick<Tenant, 'companyId'>,
  idempotencyKey: string,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  await client.query('begin');
  await client.query('insert into event_keys values ($1, $2, $3, $3, now())', [
    tenant.companyId,
    idempotencyKey,
    randomUUID(),
  ]);
  return client;
}
