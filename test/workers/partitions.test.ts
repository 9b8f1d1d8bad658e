import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { connectDatabase, type Database } from '../../db/connect.ts';
import { describeSchema } from '../../db/describe-schema.ts';
import { PARTITIONED_TABLES } from '../../db/partitions.ts';
import { createUsageRollup } from '../../workers/usage-rollup.ts';
import { handlerContext, meeting } from '../jobs/support.ts';
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

async function readSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await describeSchema(client);
  } finally {
    await client.end();
  }
}

test('over a year, there are always three months ahead, and the schema stays as described', async (t) => {
  const { db, url } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const before = await readSchema(url);
  for (let passed = 0; passed <= 12; passed += 1) {
    await runRetention(db, month(passed, 14 * DAY));
    for (const table of PARTITIONED_TABLES) {
      t.deepEqual(await listPartitions(db, table), ['earlier', ...labels(-2, passed + 3), 'later']);
    }
    await insertEvent(db, companyId, { at: month(passed, 14 * DAY) });
  }
  t.deepEqual(await countRows(db), everywhere(13));
  t.deepEqual(await countByPartition(db, 'events'), Object.fromEntries(labels(0, 12).map((name) => [name, 1])));
  t.is(await readSchema(url), before);
  const { rows } = await db.pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'activity_${label(9)}'`,
  );
  t.deepEqual(
    rows.map(({ name }) => name),
    [`activity_${label(9)}_company_id_entity_key_occurred_at_idx`],
  );
});

test('after a long pause one partition spans what was missed, and rows dated later find their months', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const offsets = [4, 5, 7, 8];
  for (const offset of offsets) await insertEvent(db, companyId, { at: month(offset) });
  // Dated in the future: at the first moments of months and just before them.
  for (const at of [month(8, -1), month(10, -1), month(10), month(12, -1), month(30)]) {
    await insertEvent(db, companyId, { at: month(7), occurredAt: at });
  }
  await runRetention(db, month(8, 14 * DAY));
  for (const table of PARTITIONED_TABLES) {
    t.deepEqual(await listPartitions(db, table), ['earlier', ...labels(-2, 4), ...labels(9, 11), 'later']);
  }
  t.deepEqual(await countByPartition(db, 'events'), { [label(4)]: 9 });
  t.deepEqual(await countByPartition(db, 'activity'), {
    [label(4)]: 5,
    [label(9)]: 1,
    [label(10)]: 1,
    [label(11)]: 1,
    later: 1,
  });
  t.deepEqual(await countRows(db), everywhere(9));
});

test('requests go on while partitions are made and dropped: none fails, no row is lost', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  let isDone = false;
  let inserted = 0;
  const insertOn = async (writer: number) => {
    for (let turn = 0; !isDone; turn += 1) {
      // Later than what goes in the end: in the months that are made while it happens, and after them.
      await insertEvent(db, companyId, {
        at: month(11 + (turn % 4), writer),
        occurredAt: month(11 + (turn % 9), turn),
      });
      inserted += 1;
    }
  };
  const writers = Promise.all([1, 2, 3].map(insertOn));
  try {
    for (let passed = 1; passed <= 12; passed += 1) await retry(() => runRetention(db, month(passed), 1));
  } finally {
    isDone = true;
    await writers;
  }
  for (const table of PARTITIONED_TABLES) {
    t.deepEqual(await listPartitions(db, table), ['earlier', ...labels(11, 15), 'later']);
  }
  t.true(inserted > 50, `${inserted} inserted`);
  t.deepEqual(await countRows(db), everywhere(inserted));
});

/** Again while the tables were in use for too long, as the queue would. */
async function retry(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 20 || !String(error).includes('in use')) throw error;
    }
  }
}

/** Another process on the database. */
function connectAgain(t: ExecutionContext, url: string): Database {
  const db = connectDatabase({ url, poolSize: 2, signalTimeoutMs: 10_000 });
  t.teardown(() => db.close());
  return db;
}

/** Another process runs a statement and keeps its transaction open, until it is released or the test ends. */
async function holdOpen(t: ExecutionContext, url: string, statement: string): Promise<() => Promise<void>> {
  const holder = connectAgain(t, url);
  const { met: released, meet: release } = meeting();
  const { met: held, meet: hold } = meeting();
  const holding = holder.knex.transaction(async (trx) => {
    await trx.raw(statement);
    hold();
    await released;
  });
  t.teardown(release);
  await held;
  return async () => {
    release();
    await holding;
  };
}

test('of several workers at once, one does it', async (t) => {
  const { db, url } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertEvent(db, companyId, { at: month(-2) });
  await insertEvent(db, companyId, { at: month(2) });
  const now = month(4);
  await createUsageRollup({ db, clock: { now: () => now } }).handle({}, handlerContext());
  const workers = [db, connectAgain(t, url), connectAgain(t, url)];
  await Promise.all(workers.map((worker) => runRetention(worker, now, 2)));
  for (const table of PARTITIONED_TABLES) {
    t.deepEqual(await listPartitions(db, table), ['earlier', ...labels(2, 7), 'later']);
  }
  t.deepEqual(await countRows(db), kept(1, 2));
});

test('a worker that finds another one at it leaves everything to that one', async (t) => {
  const { db, url } = await createTestDatabase(t);
  const release = await holdOpen(t, url, 'select pg_advisory_xact_lock(7261122)');
  await runRetention(db, month(6));
  t.false((await listPartitions(db, 'events')).includes(label(4)));
  await release();
  await runRetention(db, month(6));
  t.true((await listPartitions(db, 'events')).includes(label(9)));
});

test('a table in use is put off without making anybody wait for long; the others are done', async (t) => {
  const { db, url } = await createTestDatabase(t);
  const release = await holdOpen(t, url, 'select count(*) from assessments');
  await t.throwsAsync(runRetention(db, month(3, DAY)), { message: 'partitions in use, put off: assessments' });
  t.true((await listPartitions(db, 'events')).includes(label(6)));
  t.false((await listPartitions(db, 'assessments')).includes(label(4)));
  await release();
  await runRetention(db, month(3, DAY));
  t.true((await listPartitions(db, 'assessments')).includes(label(6)));
});
