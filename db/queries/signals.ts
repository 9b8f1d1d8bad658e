import type pg from 'pg';
import { summarizeBaseline, summarizeUser, summarizeVelocity } from '../../engine/history.ts';
import type {
  Baseline,
  EntityEvidence,
  EntityGraph,
  EntityVelocity,
  UserGraph,
  UserHistory,
} from '../../engine/signals.ts';
import type { HashKey } from '../../platform/hashing.ts';
import { PackedHistory, shortenFingerprint } from './packed-history.ts';
import { SIGNAL_STATEMENTS, type SignalSource } from './signal-statements.ts';

/** Whose signals to load, and as of when. */
export interface SignalRequest {
  /** Event time in milliseconds since the Unix epoch: nothing later is looked at. */
  occurredAt: number;
  userKey: HashKey;
  /** That of the company, the same for all its requests. */
  tenantKey: HashKey;
  /** Keys of the user and its indicators, the user first: in the order results are returned. */
  entityKeys: readonly HashKey[];
  /** Those of them that few strangers share: device, e-mail, phone, payment method. */
  personalKeys: readonly HashKey[];
  /** Those of LASTING_TYPES. */
  lastingKeys: readonly HashKey[];
  currency: string | null;
  /** Fingerprint of the device of the request; null without one. */
  deviceFp: string | null;
  /** Fingerprint of this transaction: its own earlier events are no baseline for its amount. */
  transactionFp: string;
}

export interface VelocityHistory {
  entities: EntityVelocity[];
  user: UserHistory;
  tenant: Baseline;
}
export interface GraphHistory {
  entities: EntityGraph[];
  user: UserGraph;
}

export interface LoadedSignals {
  velocity?: VelocityHistory;
  graph?: GraphHistory;
  evidence?: EntityEvidence[];
}

/**
 * Loads the signals of some requests of one company in one statement of bounded work, whatever the size of the tenant.
 *
 * @param sources all of them, or one alone
 * @returns those of each request, in their order
 * @throws when the database fails or is late (the pool's statement time-out is the budget)
 */
export async function loadSignals(
  pool: Pick<pg.Pool, 'query'>,
  companyId: string,
  requests: readonly SignalRequest[],
  sources: 'all' | SignalSource,
): Promise<LoadedSignals[]> {
  const { rows } = await pool.query<SignalRow>({
    ...SIGNAL_STATEMENTS[sources],
    values: [
      companyId,
      requests.flatMap(({ entityKeys }, index) => Array<number>(entityKeys.length + 1).fill(index + 1)),
      requests.flatMap(({ entityKeys, tenantKey }) => [...entityKeys, tenantKey]),
      requests.map(({ occurredAt }) => new Date(occurredAt)),
      requests.map(({ userKey }) => userKey),
      requests.map(({ personalKeys }) => `{${personalKeys.join()}}`),
      requests.flatMap(({ entityKeys, lastingKeys }) => [...entityKeys.map((key) => lastingKeys.includes(key)), true]),
    ],
  });
  let end = 0;
  return requests.map((request) => {
    const start = end;
    end += request.entityKeys.length + 1;
    return readSignals(request, rows.slice(start, end), sources);
  });
}

/** @param rows those of the request: its entities in their order, then the tenant */
function readSignals(request: SignalRequest, rows: readonly SignalRow[], sources: 'all' | SignalSource): LoadedSignals {
  const entities = rows.slice(0, -1);
  const wants = (source: SignalSource) => sources === 'all' || sources === source;
  return {
    ...(wants('velocity') && { velocity: readVelocity(request, rows) }),
    ...(wants('graph') && {
      graph: { entities: entities.map(toGraph), user: toUserGraph(entities[0], request.occurredAt) },
    }),
    ...(wants('evidence') && { evidence: entities.map(toEvidence) }),
  };
}

function readVelocity(
  { occurredAt, currency, deviceFp, transactionFp }: SignalRequest,
  rows: readonly SignalRow[],
): VelocityHistory {
  const histories = rows.map(({ history }) => new PackedHistory(history, occurredAt, currency));
  const none = new PackedHistory(null, occurredAt, currency);
  const transaction = shortenFingerprint(transactionFp);
  return {
    entities: histories.slice(0, -1).map(summarizeVelocity),
    user: summarizeUser(histories[0] ?? none, { transaction, device: shortenFingerprint(deviceFp) }),
    tenant: summarizeBaseline(histories.at(-1) ?? none, transaction),
  };
}

interface SignalRow {
  history: Buffer | null;
  connections: number;
  new_connections24h: number;
  fraud_neighbors: number;
  fraud_neighbor_weight: number;
  fraud_weight: number;
  legitimate_weight: number;
  recent_fraud: number;
  recent_legitimate: number;
  since_fraud: number | null;
  confirmed_fraud: number;
  mature_events: number;
  global_threat: boolean;
  confirmed_fraud_user: boolean | null;
  first_seen_at: Date | null;
  fraud_within_two_hops: number | null;
  features: FeatureRow | null;
}

interface FeatureRow {
  pagerank: number;
  betweenness: number;
  knn_fraud_similarity: number;
  fraud_distance: number | null;
  component_size: number;
  component_fraud_share: number;
}

function toGraph(row: SignalRow): EntityGraph {
  return {
    connections: row.connections,
    newConnections24h: row.new_connections24h,
    fraudNeighbors: row.fraud_neighbors,
    fraudNeighborWeight: row.fraud_neighbor_weight,
  };
}

function toUserGraph(row: SignalRow | undefined, occurredAt: number): UserGraph {
  const features = row?.features;
  return {
    accountAgeSeconds: row?.first_seen_at ? Math.max(0, occurredAt - row.first_seen_at.getTime()) / 1000 : 0,
    confirmedFraud: row?.confirmed_fraud_user ?? false,
    fraudWithinTwoHops: row?.fraud_within_two_hops ?? 0,
    features: features
      ? {
          pagerank: features.pagerank,
          betweenness: features.betweenness,
          knnFraudSimilarity: features.knn_fraud_similarity,
          fraudDistance: features.fraud_distance,
          componentSize: features.component_size,
          componentFraudShare: features.component_fraud_share,
        }
      : null,
  };
}

function toEvidence(row: SignalRow): EntityEvidence {
  return {
    fraudWeight: row.fraud_weight,
    legitimateWeight: row.legitimate_weight,
    recentFraud: row.recent_fraud,
    recentLegitimate: row.recent_legitimate,
    sinceFraudSeconds: row.since_fraud,
    confirmedFraud: row.confirmed_fraud,
    matureEvents: row.mature_events,
    globalThreat: row.global_threat,
  };
}
