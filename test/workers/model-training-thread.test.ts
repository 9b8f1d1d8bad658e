import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import type { Database } from '../../db/connect.ts';
import { findScoringState } from '../../db/queries/scoring-models.ts';
import { countOutcomes } from '../../db/queries/scoring-outcomes.ts';
import { createRandom } from '../../engine/graph/random.ts';
import type { Outcome } from '../../engine/vocabulary.ts';
import { createModelTraining } from '../../workers/model-training.ts';
import { handlerContext, waitUntil } from '../jobs/support.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertOutcomes } from '../support/outcomes.ts';

/** The job of one company, called directly, and what it logs. */
async function startCompany(t: ExecutionContext) {
  const { db, url } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const lines: { msg: string; rows?: number }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) });
  const clock = { now: () => Date.now() };
  const training = createModelTraining({ db, databaseUrl: url, clock, producer: {} as never });
  return {
    db,
    companyId,
    lines,
    insert: (outcome: Outcome, count: number) => insertOutcomes(db, companyId, makeOutcomes(outcome, count)),
    run: (signal?: AbortSignal) => training.handle({ companyId }, { ...handlerContext(signal), logger }),
    state: () => findScoringState(db.knex, companyId),
  };
}

async function insertCompany({ pool }: Database): Promise<string> {
  const id = randomUUID();
  await pool.query('insert into companies (id, name, created_at) values ($1, $2, now())', [id, 'Shop']);
  return id;
}

const random = createRandom(9);

function makeOutcomes(outcome: Outcome, count: number) {
  const contributions = () => ({
    deviceFraudRate: random(),
    ipFraudRate: (outcome === 'approved' ? 0 : 0.3) + random() / 2,
    userEvents24h: Math.floor(random() * 50),
  });
  return Array.from({ length: count }, () => ({ outcome, score: random() * 100, contributions: contributions() }));
}

test('a company that reports only fraud learns nothing, and tries again when there is more, not at each outcome', async (t) => {
  const { lines, insert, run, state } = await startCompany(t);
  await insert('confirmed_fraud', 219);
  await run();
  t.is((await state()).trainedUntil, null);

  await insert('confirmed_fraud', 1);
  await run();
  const tried = await state();
  t.like(tried, { version: null, trainedOutcomes: 220, trainedFrauds: 220 });
  t.like(lines, [{ msg: 'nothing learned', rows: 220 }]);

  await insert('chargeback', 21);
  await run();
  t.deepEqual(await state(), tried);
  t.is(lines.length, 1);

  // A tenth more frauds.
  await insert('chargeback', 1);
  await run();
  t.like(await state(), { version: null, trainedOutcomes: 242, trainedFrauds: 242 });
  t.is(lines.length, 2);
});

test('a company that reports suspicions beside frauds learns nothing from them', async (t) => {
  const { lines, insert, run, state } = await startCompany(t);
  await insert('confirmed_fraud', 30);
  await insert('rejected', 600);
  await run();
  t.like(await state(), { version: null, trainedOutcomes: 630, trainedFrauds: 30 });
  t.like(lines, [{ msg: 'nothing learned', rows: 30 }]);
});

test('a training that is stopped ends, stores nothing, and is made up for', async (t) => {
  const { db, companyId, lines, insert, run, state } = await startCompany(t);
  await insert('confirmed_fraud', 2_000);
  await insert('approved', 18_000);
  /** What reads assessments beside this test. */
  const readers = async () => {
    const { rows } = await db.pool.query<{ waits: boolean }>(
      `select wait_event_type = 'Lock' as waits from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and query like '%assessments%'
         and query not like '%pg_stat_activity%' and state <> 'idle'`,
    );
    return rows;
  };
  const controller = new AbortController();
  // The thread waits for the rows until they are let go; once it has read them, it trains.
  const lock = await db.knex.transaction();
  await lock.raw('lock table assessments in access exclusive mode');
  const running = run(controller.signal);
  await waitUntil(async () => (await readers()).some(({ waits }) => waits), 'the thread reads');
  await lock.commit();
  await waitUntil(async () => (await readers()).length === 0, 'the thread trains');
  controller.abort(new Error('shutdown'));
  await t.throwsAsync(running, { message: 'shutdown' });
  t.is((await state()).trainedUntil, null);
  t.deepEqual(await db.knex('scoring_models').where({ company_id: companyId }), []);
  t.deepEqual(lines, []);
  await t.throwsAsync(run(controller.signal), { message: 'shutdown' });

  await run();
  t.like(await state(), { version: 1, trainedOutcomes: 20_000, trainedFrauds: 2_000 });
  t.like(lines, [{ msg: 'model trained', rows: 20_000 }]);
});

test('a training that fails stores nothing, and fails its job', async (t) => {
  const { db, url } = await createTestDatabase(t);
  const companyId = randomUUID();
  await insertOutcomes(db, companyId, [...makeOutcomes('approved', 200), ...makeOutcomes('confirmed_fraud', 20)]);
  const nowhere = Object.assign(new URL(url), { port: '1' }).href;
  const clock = { now: () => Date.now() };
  const training = createModelTraining({ db, databaseUrl: nowhere, clock, producer: {} as never });
  await t.throwsAsync(training.handle({ companyId }, handlerContext()), { message: /^in a thread: .*ECONNREFUSED/ });
  t.is((await findScoringState(db.knex, companyId)).trainedUntil, null);
});

test('outcomes are counted after one of them, of one company, the latest up to a limit', async (t) => {
  const { db, companyId, insert } = await startCompany(t);
  const count = (after: string | null, limit: number) => countOutcomes(db.knex, companyId, { after, limit });
  t.deepEqual(await count(null, 100), { outcomes: 0, frauds: 0, latest: null });
  await insertOutcomes(db, randomUUID(), makeOutcomes('chargeback', 3));
  await insert('confirmed_fraud', 5);
  const { latest, ...first } = await count(null, 100);
  t.deepEqual(first, { outcomes: 5, frauds: 5 });
  t.like(await count(latest, 100), { outcomes: 0, latest: null });
  await insert('approved', 10);
  t.like(await count(latest, 100), { outcomes: 10, frauds: 0 });
  // The latest are the ten that are no fraud, and two of the frauds.
  t.like(await count(null, 12), { outcomes: 12, frauds: 2 });
});
