import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Database } from '../../db/connect.ts';
import { PARTITIONED_TABLES } from '../../db/partitions.ts';
import { createRetention } from '../../workers/retention.ts';
import { createUsageRollup } from '../../workers/usage-rollup.ts';
import { handlerContext } from '../jobs/support.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertCompany, insertEvent } from '../support/history.ts';
import {
  countByPartition,
  countRows,
  DAY,
  everywhere,
  kept,
  label,
  labels,
  listPartitions,
  month,
  runRetention,
} from '../support/partitions.ts';

/** Counts what was received until a moment, as the roll-up job does every half minute. */
const rollUp = (db: Database, now: number) =>
  createUsageRollup({ db, clock: { now: () => now } }).handle({}, handlerContext());

test('months go exactly when all of them is older than the retention, with what belongs to them', async (t) => {
  const { db } = await createTestDatabase(t);
  const [one, other] = [await insertCompany(db), await insertCompany(db)];
  const moments = [month(-1), month(0, -1), month(0), month(1, -1), month(1)];
  for (const companyId of [one, other]) {
    for (const at of moments) await insertEvent(db, companyId, { at });
  }
  const runAt = async (now: number) => {
    await rollUp(db, now);
    await runRetention(db, now, 2);
  };
  await runAt(month(2, -1));
  t.deepEqual(await countRows(db), kept(10, 10));
  t.deepEqual((await listPartitions(db, 'events')).slice(0, 2), ['earlier', label(-1)]);
  await runAt(month(2));
  t.deepEqual(await countRows(db), kept(6, 10));
  await runAt(month(3, -1));
  t.deepEqual(await countRows(db), kept(6, 10));
  await runAt(month(3));
  t.deepEqual(await countRows(db), kept(2, 10));
  for (const table of PARTITIONED_TABLES) {
    t.deepEqual(await listPartitions(db, table), ['earlier', ...labels(1, 6), 'later']);
    t.deepEqual(await countByPartition(db, table), { [label(1)]: 2 });
  }
  // What is dated in a month that is gone still has a home.
  await insertEvent(db, one, { at: month(3), occurredAt: month(0) });
  t.deepEqual(await countByPartition(db, 'activity'), { [label(1)]: 2, earlier: 1 });
});

test('what is dated before the first month goes by its receipt', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertEvent(db, companyId, { at: month(-40) });
  await insertEvent(db, companyId, { at: month(-24, -1) });
  await insertEvent(db, companyId, { at: month(-24) });
  await insertEvent(db, companyId, { at: month(0), occurredAt: month(-90) });
  await rollUp(db, month(0, DAY));
  await runRetention(db, month(0, DAY), 24);
  t.deepEqual(await countRows(db), kept(2, 4));
  t.deepEqual(await countByPartition(db, 'activity'), { earlier: 2 });
  await rollUp(db, month(25));
  await runRetention(db, month(25), 24);
  t.deepEqual(await countRows(db), kept(0, 4));
});

test('a retention of 0 keeps everything', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertEvent(db, companyId, { at: month(-40) });
  await insertEvent(db, companyId, { at: month(-2) });
  await rollUp(db, month(36));
  await runRetention(db, month(36), 0);
  t.deepEqual(await countRows(db), everywhere(2));
});

test('nothing goes while a company is not counted: neither its usage nor its analytics', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertCompany(db);
  await insertEvent(db, companyId, { at: month(-2) });
  await insertEvent(db, companyId, { at: month(1) });
  const now = month(3);
  await runRetention(db, now, 2);
  t.deepEqual(await countRows(db), everywhere(2));
  await rollUp(db, now);
  for (const table of ['usage_watermarks', 'analytics_watermarks']) {
    const saved = await db.knex(table).where({ company_id: companyId });
    await db.knex(table).where({ company_id: companyId }).delete();
    await runRetention(db, now, 2);
    t.deepEqual(await countRows(db), everywhere(2), table);
    await db.knex(table).insert(saved);
  }
  await runRetention(db, now, 2);
  t.deepEqual(await countRows(db), kept(1, 2));
  t.false((await listPartitions(db, 'assessments')).includes(label(-2)));
});

async function insertEmail({ knex }: Database, companyId: string, status: string, at: number): Promise<void> {
  await knex('emails').insert({
    company_id: companyId,
    id: randomUUID(),
    template: 'invitation',
    recipient: 'ada@example.com',
    sealed: status === 'pending' ? 'sealed' : null,
    status,
    next_attempt_at: new Date(at),
    created_at: new Date(at),
  });
}

/** A threat webhook with one attempt in its log. */
async function insertDelivery({ knex }: Database, companyId: string, status: string, at: number): Promise<void> {
  const id = randomUUID();
  await knex('threat_deliveries').insert({
    company_id: companyId,
    id,
    subscription_id: randomUUID(),
    event_id: randomUUID(),
    status,
    next_attempt_at: new Date(at),
    created_at: new Date(at),
    completed_at: status === 'pending' ? null : new Date(at),
  });
  const attempt = {
    company_id: companyId,
    delivery_id: id,
    id: randomUUID(),
    started_at: new Date(at),
    duration_ms: 1,
  };
  await knex('threat_delivery_attempts').insert(attempt);
}

test('logs of what was sent are kept for 90 days, and what waits to be sent stays', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const now = month(0);
  for (const at of [now - 90 * DAY - 1, now - 90 * DAY]) {
    for (const status of ['sent', 'failed', 'pending']) await insertEmail(db, companyId, status, at);
    for (const status of ['delivered', 'failed', 'pending']) await insertDelivery(db, companyId, status, at);
  }
  await runRetention(db, now);
  const statusesOf = (table: string) => db.knex(table).orderBy('status').pluck('status');
  t.deepEqual(await statusesOf('emails'), ['failed', 'pending', 'pending', 'sent']);
  t.deepEqual(await statusesOf('threat_deliveries'), ['delivered', 'failed', 'pending', 'pending']);
  t.is((await db.knex('threat_delivery_attempts')).length, 4);
});

test('invitations are kept for a year after they ended', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const now = month(0);
  for (const expiresAt of [now - 365 * DAY - 1, now - 365 * DAY, now + DAY]) {
    await db.knex('invitations').insert({
      company_id: companyId,
      id: randomUUID(),
      email: `${expiresAt}@example.com`,
      role: 'analyst',
      token_hash: Buffer.from(String(expiresAt)),
      invited_by: randomUUID(),
      invited_by_email: 'ada@example.com',
      created_at: new Date(expiresAt - 7 * DAY),
      expires_at: new Date(expiresAt),
    });
  }
  await runRetention(db, now);
  const kept = await db.knex('invitations').orderBy('expires_at').pluck('expires_at');
  t.deepEqual(kept, [new Date(now - 365 * DAY), new Date(now + DAY)]);
});

test('the job stops between steps when the process must stop', async (t) => {
  const { db } = await createTestDatabase(t);
  const job = createRetention({ db, clock: { now: () => month(5) }, config: { RETENTION_MONTHS: 1 } });
  const aborted = handlerContext(AbortSignal.abort(new Error('shutdown')));
  await t.throwsAsync(job.handle({}, aborted), { message: 'shutdown' });
});
