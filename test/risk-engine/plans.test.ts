import test from 'ava';
import { assess, ingest, registerTenant, startService } from '../support/service.ts';

/** How often each relation of the hot path was read from end to end. */
const SEQUENTIAL_SCANS = `
  select relname, seq_scan::int from pg_stat_user_tables
  where relname ~ '^(activity|user_indicators|evidence|event_keys|assessments|events|risk_users)' and seq_scan > 0`;

test('with a long history no statement of the hot path reads more than its limits', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const tenant = await registerTenant(service);
  const fields = { userId: 'user-1', deviceFingerprint: 'device-1', ipAddress: '198.51.100.1' };
  await assess(service, tenant, fields);
  const { knex } = service.database.db;
  // A long history as it really is: every entity of one request with 8,000 events, among many entities with few.
  await knex.raw(
    `insert into activity
     select company_id, case when n % 2 = 0 then entity_key else gen_random_uuid() end, occurred_at - n * interval '1 second',
       assessment_id, kind, amount_minor, currency, user_fp, device_fp, payment_fp, transaction_fp
     from activity, generate_series(1, 16000) n where company_id = ?`,
    [tenant.companyId],
  );
  await knex.raw('analyze activity');
  const { rows: before } = await knex.raw<{ rows: object[] }>(SEQUENTIAL_SCANS);
  const blocks = await countBlocks(async () => {
    t.is((await assess(service, tenant, fields)).status, 200);
    t.is((await ingest(service, tenant, { userId: 'user-1', metadata: { deviceId: 'device-1' } })).status, 200);
  });
  const { rows: after } = await knex.raw<{ rows: object[] }>(SEQUENTIAL_SCANS);
  t.deepEqual(after, before);
  // The latest 100 events of five entities, twice, and the rest of both requests; the whole history is ten times that.
  t.true(blocks < 5_000, `${blocks} blocks`);

  async function countBlocks(work: () => Promise<void>): Promise<number> {
    const read = async () => {
      await knex.raw('select pg_stat_force_next_flush()');
      const { rows } = await knex.raw<{ rows: { blocks: string }[] }>(
        `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) as blocks
         from pg_statio_user_tables where relname like 'activity%'`,
      );
      return Number(rows[0]?.blocks);
    };
    await flushOwnStatistics();
    const start = await read();
    await work();
    await flushOwnStatistics();
    return (await read()) - start;
  }

  /** Every connection of the service reports what it read. */
  async function flushOwnStatistics(): Promise<void> {
    const { pool, signals } = service.dependencies.db;
    for (const connections of [pool, signals]) {
      const clients = await Promise.all(Array.from({ length: connections.totalCount }, () => connections.connect()));
      for (const client of clients) {
        await client.query('select pg_stat_force_next_flush()');
        await client.query('select 1');
        client.release();
      }
    }
  }
});
