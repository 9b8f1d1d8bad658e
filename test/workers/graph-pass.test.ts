import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { Database } from '../../db/connect.ts';
import { storeFeatures } from '../../db/queries/graph-features.ts';
import { listCompaniesToPass } from '../../db/queries/graph-passes.ts';
import { buildGraph } from '../../engine/graph/build-graph.ts';
import { computeFeatures } from '../../engine/graph/compute-features.ts';
import { createRandom } from '../../engine/graph/random.ts';
import type { EntityType } from '../../engine/vocabulary.ts';
import { createKeyedHasher, tenantKeyOf } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { createGraphPass, passCompany } from '../../workers/graph-pass.ts';
import { createKeyTable } from '../../workers/graph-pass/key-table.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import { handlerContext } from '../jobs/support.ts';
import { createTestDatabase } from '../support/database.ts';

const NOW = Date.now();
const hasher = createKeyedHasher('fedcba9876543210fedcba9876543210');
const neverAborted = new AbortController().signal;

/** Pairs of user and indicator, by any names. */
type Edges = readonly (readonly [user: string, type: EntityType, indicator: string])[];

const keyOf = (name: string) => hasher.hash('test', name);

async function insertGraph(db: Database, companyId: string, edges: Edges, frauds: readonly string[] = []) {
  const users = [...new Set(edges.map(([user]) => user))];
  await db.pool.query(
    `insert into risk_users (company_id, user_key, user_id, first_seen_at, confirmed_fraud)
     select $1, key, id, now(), fraud from unnest($2::uuid[], $3::text[], $4::boolean[]) as u (key, id, fraud)`,
    [companyId, users.map(keyOf), users, users.map((user) => frauds.includes(user))],
  );
  await db.pool.query(
    `insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at)
     select $1, indicator, seen_by, type, now() from unnest($2::uuid[], $3::uuid[], $4::text[]) as e (indicator, seen_by, type)`,
    [
      companyId,
      edges.map(([, , indicator]) => keyOf(indicator)),
      edges.map(([user]) => keyOf(user)),
      edges.map(([, type]) => type),
    ],
  );
}

async function insertActivity(db: Database, companyId: string, at: number): Promise<void> {
  await db.pool.query(
    `insert into activity (company_id, entity_key, occurred_at, assessment_id, kind, user_fp, transaction_fp)
     values ($1, $2, $3, gen_random_uuid(), 'assess', 1, 1)`,
    [companyId, tenantKeyOf(hasher, companyId), new Date(at)],
  );
}

interface FeatureRow {
  user_key: string;
  pagerank: number;
  betweenness: number;
  knn_fraud_similarity: number;
  fraud_distance: number | null;
  component_size: number;
  component_fraud_share: number;
  computed_at: Date;
  as_of: Date;
}

async function readFeatures(db: Database, companyId: string): Promise<Record<string, FeatureRow>> {
  const { rows } = await db.pool.query<FeatureRow>('select * from user_features where company_id = $1', [companyId]);
  return Object.fromEntries(rows.map((row) => [row.user_key, row]));
}

async function startTenant(t: ExecutionContext, edges: Edges, frauds?: readonly string[]) {
  const { db, url } = await createTestDatabase(t);
  const companyId = randomUUID();
  await insertGraph(db, companyId, edges, frauds);
  const pass = (id = companyId) =>
    passCompany({ db, databaseUrl: url, hasher, clock: { now: () => NOW } }, id, neverAborted);
  return { db, url, companyId, pass };
}

/** Two families over one address, a ring, a bridge between them, and somebody alone. */
const EDGES: Edges = [
  ['ann', 'device', 'tablet'],
  ['bob', 'device', 'tablet'],
  ['ann', 'email', 'ann@example.com'],
  ['bob', 'address', 'home'],
  ['cid', 'address', 'home'],
  ['cid', 'ip', 'office'],
  ['eve', 'ip', 'office'],
  ['eve', 'payment', 'card'],
  ['eve', 'device', 'phone'],
  ['mal', 'payment', 'card'],
  ['mal', 'device', 'phone'],
  ['sue', 'phone', '555'],
];
const FRAUDS = ['mal', 'zed'];

test('a pass stores for each user what the engine computes', async (t) => {
  const { db, companyId, pass } = await startTenant(t, EDGES, FRAUDS);
  await insertActivity(db, companyId, NOW - 5_000);
  const report = await pass();
  const users = [...new Set(EDGES.map(([user]) => user))];
  const indicators = [...new Map(EDGES.map(([, type, name]) => [name, type]))];
  const graph = buildGraph({
    users: users.length,
    indicatorTypes: indicators.map(([, type]) => type),
    edgeUsers: Uint32Array.from(EDGES, ([user]) => users.indexOf(user)),
    edgeIndicators: Uint32Array.from(EDGES, ([, , name]) => indicators.findIndex(([known]) => known === name)),
    fraud: Uint8Array.from(users, (user) => Number(FRAUDS.includes(user))),
  });
  const expected = computeFeatures(graph, { random: createRandom(1) });
  const stored = await readFeatures(db, companyId);
  t.is(Object.keys(stored).length, users.length);
  for (const [index, user] of users.entries()) {
    const row = stored[keyOf(user)]!;
    const near = (one: number, other: number) => t.true(Math.abs(one - other) < 1e-9, user);
    near(row.pagerank, expected.pagerank[index]!);
    near(row.betweenness, expected.betweenness[index]!);
    near(row.knn_fraud_similarity, expected.knnFraudSimilarity[index]!);
    t.is(row.fraud_distance ?? -1, expected.fraudDistance[index]!);
    t.is(row.component_size, expected.componentSize[index]!);
    near(row.component_fraud_share, expected.componentFraudShare[index]!);
  }
  t.deepEqual([stored[keyOf('ann')]?.fraud_distance, stored[keyOf('sue')]?.fraud_distance], [4, null]);
  t.deepEqual([report.users, report.edges, report.superConnectors], [users.length, EDGES.length, 0]);
});

test('features may be used from the event time of the tenant on, which is never later than now', async (t) => {
  const { db, companyId, pass } = await startTenant(t, EDGES);
  await pass();
  const computedAt = async () => (await readFeatures(db, companyId))[keyOf('ann')]?.computed_at.getTime();
  t.is(await computedAt(), NOW);
  await insertActivity(db, companyId, NOW - 60_000);
  await pass();
  t.is(await computedAt(), NOW - 60_000);
  await insertActivity(db, companyId, NOW + 60_000);
  await pass();
  t.is(await computedAt(), NOW);
});

test('what was computed from fresher data stays, older is replaced', async (t) => {
  const { db, companyId, pass } = await startTenant(t, EDGES);
  const features = { pagerank: 7, betweenness: 0, knnFraudSimilarity: 0, fraudDistance: null };
  const rest = { componentSize: 1, componentFraudShare: 0 };
  const store = (user: string, asOf: number) =>
    storeFeatures(db.knex, companyId, {
      asOf: new Date(asOf),
      eventTime: new Date(NOW),
      features: [{ userKey: keyOf(user), ...features, ...rest }],
      changes: [],
    });
  await store('ann', Date.now() + 60_000);
  await store('bob', Date.now() - 60_000);
  await pass();
  const stored = await readFeatures(db, companyId);
  t.is(stored[keyOf('ann')]?.pagerank, 7);
  t.not(stored[keyOf('bob')]?.pagerank, 7);
});

test('a pass sees and writes its own company only', async (t) => {
  const { db, companyId, pass } = await startTenant(t, EDGES);
  const other = randomUUID();
  // The same keys, as if the two had customers in common.
  await insertGraph(db, other, [...EDGES, ['ann', 'device', 'shared'], ['sue', 'device', 'shared']], ['ann']);
  await pass();
  t.deepEqual(await readFeatures(db, other), {});
  t.is((await readFeatures(db, companyId))[keyOf('sue')]?.component_size, 1);
  await pass(other);
  t.is((await readFeatures(db, other))[keyOf('sue')]?.fraud_distance, 1);
});

test('super-connectors connect nobody and are remembered', async (t) => {
  const crowd = Array.from({ length: 501 }, (_, user) => [`user-${user}`, 'ip', 'airport'] as const);
  const { db, companyId, pass } = await startTenant(t, [...crowd, ['ann', 'ip', 'home'], ['bob', 'ip', 'home']]);
  const report = await pass();
  t.deepEqual([report.users, report.edges, report.superConnectors], [503, 503, 1]);
  const { rows } = await db.pool.query(
    'select indicator_key, indicator_type, connections from super_connectors where company_id = $1',
    [companyId],
  );
  t.deepEqual(rows, [{ indicator_key: keyOf('airport'), indicator_type: 'ip', connections: 501 }]);
  const stored = await readFeatures(db, companyId);
  t.deepEqual([stored[keyOf('user-7')]?.component_size, stored[keyOf('ann')]?.component_size], [1, 2]);
});

test('a company without a graph passes too, and the pass is remembered', async (t) => {
  const { db, companyId, pass } = await startTenant(t, []);
  const report = await pass();
  t.is(report.users, 0);
  const { rows } = await db.pool.query<{ as_of: Date; users: string }>('select * from graph_passes');
  t.like(rows, [{ company_id: companyId, users: 0, edges: 0 }]);
  t.deepEqual(rows[0]?.as_of, report.asOf);
});

test('a large company passes in a thread, whose failure fails the job and nothing else', async (t) => {
  const edges = Array.from({ length: 20_002 }, (_, user) => [`user-${user}`, 'device', `device-${user >> 1}`] as const);
  const { db, companyId, pass } = await startTenant(t, edges);
  await pass();
  const stored = Object.values(await readFeatures(db, companyId));
  t.is(stored.length, edges.length);
  t.true(stored.every(({ component_size: size }) => size === 2));
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/none';
  const handler = createGraphPass({ db, databaseUrl, hasher, clock: { now: () => NOW }, producer: {} as never });
  await t.throwsAsync(handler.handle({ companyId }, handlerContext()), { message: /^in a thread: .*ECONNREFUSED/ });
});

test('keys are numbered as they come, whatever their hashes', (t) => {
  // Few different words, so that keys share their first bytes and their slots.
  const word = fc.constantFrom('00000000', 'ffffffff', '00000001', 'deadbeef');
  const hex = fc.tuple(word, word, word, word).map((words) => words.join(''));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          hex,
          fc.uuid().map((id) => id.replaceAll('-', '')),
        ),
        { maxLength: 200 },
      ),
      (keys) => {
        const table = createKeyTable();
        const numbers = keys.map((key) => table.number(Buffer.from(`00${key}`, 'hex'), 1));
        const distinct = [...new Set(keys)];
        const names = distinct.map((key) => key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
        t.deepEqual(
          numbers,
          keys.map((key) => distinct.indexOf(key)),
        );
        t.deepEqual(
          distinct.map((_, number) => table.keyOf(number)),
          names,
        );
        t.deepEqual(
          names.map((name) => table.find(name)),
          [...names.keys()],
        );
        t.deepEqual(
          [...table.sorted()].map((number) => table.keyOf(number)),
          [...names].sort(),
        );
        t.deepEqual([table.size(), table.find(randomUUID())], [distinct.length, -1]);
      },
    ),
  );
});

test('a key table grows', (t) => {
  const table = createKeyTable();
  const keys = Array.from({ length: 10_000 }, () => randomUUID());
  const number = (key: string) => table.number(Buffer.from(key.replaceAll('-', ''), 'hex'), 0);
  keys.forEach(number);
  t.true(keys.every((key, index) => number(key) === index && table.find(key) === index));
});

const script = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

test('a thread gives its result, its error, or tells that it had none', async (t) => {
  const answer = `import { parentPort, workerData } from 'node:worker_threads'; parentPort.postMessage(workerData.task.a + 1)`;
  t.is(await runInThread<number>(script(answer), { a: 1 }, neverAborted), 2);
  await t.throwsAsync(runInThread(script(`throw new RangeError('too far')`), {}, neverAborted), {
    message: 'in a thread: too far',
  });
  await t.throwsAsync(runInThread(script(`process.exit(3)`), {}, neverAborted), { message: /code 3/ });
});

test('an aborted job ends its thread, even one that computes without pause', async (t) => {
  const controller = new AbortController();
  const running = runInThread(script('for (;;);'), {}, controller.signal);
  setTimeout(() => controller.abort(new Error('shutdown')), 50);
  await t.throwsAsync(running, { message: 'shutdown' });
  await t.throwsAsync(runInThread(script(''), {}, controller.signal), { message: 'shutdown' });
});

async function insertCompany(db: Database): Promise<string> {
  const id = randomUUID();
  await db.pool.query('insert into companies (id, name, created_at) values ($1, $2, now())', [id, 'Shop']);
  return id;
}

async function insertOutcome(db: Database, companyId: string, at: number): Promise<void> {
  await db.pool.query(
    `insert into feedback (company_id, id, assessment_id, outcome, source, recorded_at)
     values ($1, $2, gen_random_uuid(), 'approved', 'feedback', $3)`,
    [companyId, uuidv7(at), new Date(at)],
  );
}

async function insertAssessment(db: Database, companyId: string, at: number): Promise<void> {
  await db.pool.query(
    `insert into assessments (company_id, id, source, transaction_id, user_id, occurred_at, created_at, risk_score,
       action, recommended_action, policy_mode, risk_level, reason_codes, feature_contributions, engine_version,
       latency_ms, indicators, request_context)
     values ($1, $2, 'assess', 't', 'u', $3, $3, 1, 'allow', 'allow', 'hybrid', 'low', '{}', '{}', '1', 1, '{}', '{}')`,
    [companyId, uuidv7(at), new Date(at)],
  );
}

test('the schedule makes a job for each company with something new since its last pass', async (t) => {
  const { db, url } = await createTestDatabase(t);
  const [idle, fresh, labelled, passed] = [
    await insertCompany(db),
    await insertCompany(db),
    await insertCompany(db),
    await insertCompany(db),
  ];
  await insertAssessment(db, fresh, NOW);
  await insertOutcome(db, labelled, NOW);
  await insertAssessment(db, passed, NOW - 3_600_000);
  const enqueued: unknown[] = [];
  const enqueue = (name: string, payload: unknown) => Promise.resolve(void enqueued.push([name, payload]));
  const producer = { enqueue } as never;
  const dependencies = { db, hasher, clock: { now: () => NOW }, databaseUrl: url, producer };
  const handler = createGraphPass(dependencies);
  const due = async () => {
    enqueued.length = 0;
    await handler.handle({}, handlerContext());
    return enqueued;
  };
  const jobs = (companies: string[]) => companies.sort().map((companyId) => ['graph-pass', { companyId }]);
  t.deepEqual(await due(), jobs([fresh, labelled, passed]));
  await handler.handle({ companyId: passed }, handlerContext());
  t.deepEqual(await due(), jobs([fresh, labelled]));
  await insertOutcome(db, passed, Date.now());
  t.deepEqual(await due(), jobs([fresh, labelled, passed]));
  t.false(jobs([idle]).some((job) => enqueued.includes(job)));
});

test('companies are looked at in pages', async (t) => {
  const { db } = await createTestDatabase(t);
  const companies = [await insertCompany(db), await insertCompany(db), await insertCompany(db)].sort();
  for (const companyId of companies.slice(1)) await insertAssessment(db, companyId, NOW);
  const first = await listCompaniesToPass(db.knex, { limit: 2 });
  t.deepEqual(first, { companyIds: companies.slice(1, 2), next: companies[1] });
  t.deepEqual(await listCompaniesToPass(db.knex, { after: first.next, limit: 2 }), { companyIds: companies.slice(2) });
});
