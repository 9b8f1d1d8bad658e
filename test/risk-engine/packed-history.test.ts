import { randomUUID } from 'node:crypto';
import test from 'ava';
import { PACK_SQL, PackedHistory, shortenFingerprint } from '../../db/queries/packed-history.ts';
import { loadSignals } from '../../db/queries/signals.ts';
import type { HashKey } from '../../platform/hashing.ts';
import { createTestDatabase } from '../support/database.ts';
import { assess, ingest, registerTenant, startService } from '../support/service.ts';

const MOMENT = Date.parse('2026-03-04T05:06:07.008Z');
const FINGERPRINTS = ['-9223372036854775808', '-1', '2048', '4611686018427387904', '9223372036854775807'];

test('what is packed is what is read', async (t) => {
  const { db } = await createTestDatabase(t);
  const rows = [
    { at: '2026-03-04T05:06:07.007999Z', kind: 'assess', amount: '0', currency: 'USD', device: null, payment: null },
    {
      at: '1999-12-31T23:59:59Z',
      kind: 'payment_failed',
      amount: null,
      currency: 'USD',
      device: '2048',
      payment: '-1',
    },
    {
      at: '2026-03-04T05:06:07.008Z',
      kind: 'dispute_opened',
      amount: '9007199254740991',
      currency: 'USD',
      device: '-1',
      payment: null,
    },
    { at: '2026-01-01T00:00:00Z', kind: 'email_changed', amount: '5', currency: 'EUR', device: null, payment: '2048' },
    { at: '2026-01-01T00:00:00Z', kind: 'user_created', amount: '5', currency: null, device: null, payment: null },
  ];
  const { rows: packed } = await db.pool.query<{ packed: Buffer }>({
    text: `select string_agg(${PACK_SQL}, '' order by position) as packed
           from unnest($1::timestamptz[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
             with ordinality as row (occurred_at, kind, amount_minor, currency, user_fp, device_fp, payment_fp, position),
             (values (77::bigint)) as same (transaction_fp)`,
    values: [
      rows.map(({ at }) => at),
      rows.map(({ kind }) => kind),
      rows.map(({ amount }) => amount),
      rows.map(({ currency }) => currency),
      FINGERPRINTS,
      rows.map(({ device }) => device),
      rows.map(({ payment }) => payment),
    ],
  });
  const history = new PackedHistory(packed[0]!.packed, MOMENT, 'USD');
  const all = <Value>(read: (index: number) => Value) => rows.map((_, index) => read(index));
  t.is(history.length, rows.length);
  t.is(history.age(0), 0.000_001);
  t.is(history.age(1), (MOMENT - Date.parse('1999-12-31T23:59:59Z')) / 1000);
  t.deepEqual(
    all((index) => history.kind(index)),
    ['assess', 'payment_failed', 'money_back', 'other', 'user_created'],
  );
  t.deepEqual(
    all((index) => history.amount(index)),
    [0, null, Number.MAX_SAFE_INTEGER, null, null],
  );
  t.deepEqual(
    all((index) => history.user(index)),
    FINGERPRINTS.map(shortenFingerprint),
  );
  t.deepEqual(
    all((index) => history.device(index)),
    rows.map(({ device }) => shortenFingerprint(device)),
  );
  t.deepEqual(
    all((index) => history.payment(index)),
    rows.map(({ payment }) => shortenFingerprint(payment)),
  );
  t.deepEqual(
    all((index) => history.transaction(index)),
    Array(5).fill(shortenFingerprint('77')),
  );
  t.is(new PackedHistory(packed[0]!.packed, MOMENT, null).amount(0), null);
  t.is(new PackedHistory(null, MOMENT, 'USD').length, 0);
});

test('an event that is not packed yet counts as one that is', async (t) => {
  const { db } = await createTestDatabase(t);
  const [companyId, userKey, tenantKey] = [randomUUID(), randomUUID() as HashKey, randomUUID() as HashKey];
  const insert = `insert into activity (company_id, entity_key, occurred_at, assessment_id, kind, amount_minor, currency,
      user_fp, payment_fp, transaction_fp)
    select ?, key, cast(? as timestamptz) - n * interval '20 minutes', gen_random_uuid(), 'payment_succeeded', 100 * n, 'USD', 1, n * 1000000, n * 1000000
    from unnest(cast(? as uuid[])) key, generate_series(1, 6) n`;
  await db.knex.raw(insert, [companyId, new Date(MOMENT), [userKey, tenantKey]]);
  const load = () =>
    loadSignals(
      db.signals,
      companyId,
      [
        {
          occurredAt: MOMENT,
          userKey,
          tenantKey,
          entityKeys: [userKey],
          personalKeys: [],
          lastingKeys: [userKey],
          currency: 'USD',
          deviceFp: null,
          transactionFp: '0',
        },
      ],
      'velocity',
    );
  const unpacked = await load();
  t.like(unpacked[0]?.velocity?.entities[0], { events24h: 6, events1h: 3, payments24h: 6, amountPaid24h: 2100 });
  t.like(unpacked[0]?.velocity, { user: { amounts: 3 }, tenant: { amounts: 6, events: 6 } });
  await db.knex.raw(`update activity set packed = ${PACK_SQL} where random() < 0.5`);
  t.deepEqual(await load(), unpacked);
  await db.knex.raw(`update activity set packed = ${PACK_SQL}`);
  t.deepEqual(await load(), unpacked);
});

test('of what does not last, a week is read: the moment a week ago is in it', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = randomUUID();
  const [userKey, ipKey, tenantKey] = [randomUUID(), randomUUID(), randomUUID()] as [HashKey, HashKey, HashKey];
  await db.knex.raw(
    `insert into activity (company_id, entity_key, occurred_at, assessment_id, kind, user_fp, transaction_fp)
     select ?, key, cast(? as timestamptz) - age * interval '1 second', gen_random_uuid(), 'assess', 1, 1
     from unnest(cast(? as uuid[])) key, unnest(array[60, 604800, 604801, 40000000]) age`,
    [companyId, new Date(MOMENT), [userKey, ipKey, tenantKey]],
  );
  const entityKeys = [userKey, ipKey];
  const asked = { occurredAt: MOMENT, userKey, tenantKey, entityKeys, personalKeys: [], lastingKeys: [userKey] };
  const [loaded] = await loadSignals(
    db.signals,
    companyId,
    [{ ...asked, currency: null, deviceFp: null, transactionFp: '0' }],
    'all',
  );
  const [user, ip] = loaded!.velocity!.entities;
  t.like(user, { events7d: 2, spanSeconds: 40_000_000 });
  t.like(ip, { events7d: 2, spanSeconds: 604_800 });
  t.like(loaded!.velocity, { user: { events: 4 }, tenant: { events: 4 } });
});

test('what assessments and events leave in the history is packed', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const tenant = await registerTenant(service);
  const fields = { userId: 'user-1', deviceFingerprint: 'device-1', amountMinor: 1250, currency: 'EUR' };
  t.is((await assess(service, tenant, fields)).status, 200);
  t.is((await ingest(service, tenant, { userId: 'user-1', eventType: 'user_created' })).status, 200);
  const { rows } = await service.database.db.pool.query<{ rows: number; same: boolean }>(
    `select count(*)::int as rows, bool_and(packed = ${PACK_SQL}) as same from activity`,
  );
  t.deepEqual(rows, [{ rows: 5, same: true }]);
});
