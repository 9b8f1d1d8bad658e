import process from 'node:process';
import { connectDatabase, type Connection } from '../../db/connect.ts';
import { exportGraph, type GraphSnapshot } from '../../db/queries/graph-export.ts';
import { rememberSuperConnectors, storeFeatures } from '../../db/queries/graph-features.ts';
import { upsertGraphPass, type GraphPass } from '../../db/queries/graph-passes.ts';
import { buildGraph } from '../../engine/graph/build-graph.ts';
import {
  computeFeatures,
  featuresOfUser,
  type FeatureStep,
  type GraphFeatures,
} from '../../engine/graph/compute-features.ts';
import { createRandom } from '../../engine/graph/random.ts';
import type { HashKey } from '../../platform/hashing.ts';
import { createEdgeCollector, type EdgeCollector } from './collect-edges.ts';
import type { KeyTable } from './key-table.ts';

/** What a thread must be told; it connects by itself. */
export interface PassTask {
  databaseUrl: string;
  companyId: string;
  tenantKey: HashKey;
  /** Milliseconds since the Unix epoch. */
  now: number;
}

export interface PassReport extends GraphPass {
  /** Milliseconds of each step. */
  steps: Partial<Record<PassStep, number>>;
  effort: GraphFeatures['effort'];
}

export type PassStep = 'load' | 'build' | FeatureStep | 'write';

/** Any number: the same graph gives the same features. */
const SEED = 1;
const USERS_PER_BATCH = 5_000;
/** Statements at a time. */
const WRITERS = 2;

/** Recomputes the graph features of all users of a company from one snapshot of its graph, and stores them. */
export async function runPass({ databaseUrl, companyId, tenantKey, now }: PassTask): Promise<PassReport> {
  const meter = startMeter();
  const edges = createEdgeCollector();
  const snapshot = await exportGraph(databaseUrl, companyId, { tenantKey, now: new Date(now) }, edges);
  meter.lap('load');
  const { effort, ...features } = compute(edges, snapshot.confirmedFraud, meter);
  const superConnectors = edges.superConnectors();
  const db = connectDatabase({ url: databaseUrl, poolSize: WRITERS, signalTimeoutMs: 1 });
  try {
    await storeAll(db.knex, companyId, snapshot, edges.users, features);
    await rememberSuperConnectors(db.knex, companyId, superConnectors, snapshot.asOf);
    meter.lap('write');
    const pass: GraphPass = {
      asOf: snapshot.asOf,
      users: edges.users.size(),
      edges: edges.edges().edgeUsers.length,
      superConnectors: superConnectors.length,
      ...meter.total(),
    };
    await upsertGraphPass(db.knex, companyId, pass);
    return { ...pass, steps: meter.steps, effort };
  } finally {
    await db.close();
  }
}

function compute(edges: EdgeCollector, confirmedFraud: readonly HashKey[], meter: Meter): GraphFeatures {
  const { users } = edges;
  const fraud = new Uint8Array(users.size());
  for (const key of confirmedFraud) {
    const user = users.find(key);
    if (user !== -1) fraud[user] = 1;
  }
  const graph = buildGraph({ users: users.size(), ...edges.edges(), fraud });
  meter.lap('build');
  return computeFeatures(graph, { random: createRandom(SEED), onStep: meter.lap });
}

type Features = Omit<GraphFeatures, 'effort'>;

/**
 * In the order of keys, because what is next to each other in the index is best written together; in several statements
 * at a time, so that the server works on one while another is made.
 */
async function storeAll(
  connection: Connection,
  companyId: string,
  { asOf, eventTime }: GraphSnapshot,
  users: KeyTable,
  features: Features,
): Promise<void> {
  const batches = batchUsers(users.sorted());
  const storeNext = async () => {
    for (const batch of batches) {
      const rows = Array.from(batch, (user) => ({ userKey: users.keyOf(user), ...featuresOfUser(features, user) }));
      await storeFeatures(connection, companyId, { asOf, eventTime, features: rows, changes: [] });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, storeNext));
}

function* batchUsers(order: Uint32Array): Generator<Uint32Array> {
  for (let first = 0; first < order.length; first += USERS_PER_BATCH) {
    yield order.subarray(first, first + USERS_PER_BATCH);
  }
}

interface Meter {
  steps: PassReport['steps'];
  /** Ends a step. */
  lap: (step: PassStep) => void;
  total: () => Pick<GraphPass, 'durationMs' | 'peakBytes'>;
}

/** Memory is that of the whole process beyond what it had at the start, looked at after each step. */
function startMeter(): Meter {
  const startedAt = performance.now();
  const bytesBefore = process.memoryUsage.rss();
  let last = startedAt;
  let peakBytes = 0;
  const steps: PassReport['steps'] = {};
  return {
    steps,
    lap: (step) => {
      const now = performance.now();
      steps[step] = now - last;
      last = now;
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss() - bytesBefore);
    },
    total: () => ({ durationMs: performance.now() - startedAt, peakBytes }),
  };
}
