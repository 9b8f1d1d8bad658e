import type pg from 'pg';
import { hashSubject } from '../../../api/risk-engine/describe-subject.ts';
import type { EntityType } from '../../../engine/vocabulary.ts';
import { createKeyedHasher, type KeyedHasher } from '../../../platform/hashing.ts';
import { profileOf, type Population, type Profile } from '../population.ts';

const USERS_PER_STATEMENT = 2_000;
/** Types of entities that are edges of the graph; see record-assessment.ts. */
const EDGE_TYPES: ReadonlySet<EntityType> = new Set(['device', 'ip', 'email', 'phone', 'payment', 'address']);

const CREATE_TABLE = `
  create temporary table bench_users (
    number int primary key, user_id text, tenant_key uuid, user_key uuid, entity_keys uuid[], entity_types text[],
    edge_keys uuid[], edge_types text[], user_fp bigint, device_fp bigint, payment_fp bigint, snapshot jsonb)`;
const INSERT = `
  insert into bench_users select * from json_to_recordset($1) as u (
    number int, user_id text, tenant_key uuid, user_key uuid, entity_keys uuid[], entity_types text[],
    edge_keys uuid[], edge_types text[], user_fp bigint, device_fp bigint, payment_fp bigint, snapshot jsonb)`;

interface Owner {
  companyId: string;
  indicatorHashKey: string;
}

/**
 * Fills a temporary table with the users of the load as the service would store them: the keys are the very ones that
 * the requests of the load generator lead to.
 */
export async function createUserTable(
  database: pg.Client,
  population: Population,
  { companyId, indicatorHashKey }: Owner,
): Promise<void> {
  const hasher = createKeyedHasher(indicatorHashKey);
  await database.query(CREATE_TABLE);
  for (let first = 0; first < population.users; first += USERS_PER_STATEMENT) {
    const count = Math.min(USERS_PER_STATEMENT, population.users - first);
    const rows = Array.from({ length: count }, (_, index) =>
      describeUser(hasher, companyId, profileOf(first + index, population), first + index),
    );
    await database.query(INSERT, [JSON.stringify(rows)]);
  }
  await database.query('analyze bench_users');
}

function describeUser(hasher: KeyedHasher, companyId: string, profile: Profile, number: number): object {
  const { userId, email, phone, ip, device, payment, cardBin, address } = profile;
  const subject = hashSubject(hasher, companyId, {
    transactionId: userId,
    userId,
    amountMinor: null,
    currency: null,
    occurredAt: 0,
    kind: 'assess',
    identity: {
      userId,
      email,
      ipAddress: ip,
      phoneNumber: phone,
      deviceFingerprint: device,
      paymentMethodHash: payment,
      cardBin,
      shippingAddressHash: address,
    },
    cardHint: null,
    cardBin,
    country: 'US',
    requestContext: {},
  });
  const edges = subject.entities.filter(({ type }) => EDGE_TYPES.has(type));
  return {
    number,
    user_id: userId,
    tenant_key: subject.tenantKey,
    user_key: subject.snapshot.userKey,
    entity_keys: subject.entities.map(({ key }) => key),
    entity_types: subject.entities.map(({ type }) => type),
    edge_keys: edges.map(({ key }) => key),
    edge_types: edges.map(({ type }) => type),
    user_fp: subject.userFp,
    device_fp: subject.deviceFp,
    payment_fp: subject.paymentFp,
    snapshot: subject.snapshot,
  };
}
