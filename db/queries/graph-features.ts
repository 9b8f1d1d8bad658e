import type { BackgroundFeatures } from '../../engine/signals.ts';
import type { EntityType } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { Connection } from '../connect.ts';

export interface UserFeatures extends BackgroundFeatures {
  userKey: HashKey;
}

export interface RecomputedFeatures {
  /** The moment of the data they were computed from. */
  asOf: Date;
  /** The tenant's event time at that moment: from when on they may be used. */
  eventTime: Date;
  features: readonly UserFeatures[];
  /** The changes they take into account. */
  changes: readonly { userKey: HashKey; id: string }[];
}

/**
 * Stores recomputed features and takes the changes off the list, in one statement. What was computed from fresher data
 * stays as it is; then the changes stay too, because that may not have taken all of them into account.
 *
 * @returns whether all features were stored
 */
export async function storeFeatures(
  connection: Connection,
  companyId: string,
  { asOf, eventTime, features, changes }: RecomputedFeatures,
): Promise<boolean> {
  const column = <Value>(read: (row: UserFeatures) => Value) => features.map(read);
  const query = connection.raw<{ rows: { stored: number }[] }>(STORE_FEATURES, {
    companyId,
    asOf,
    eventTime,
    userKeys: column(({ userKey }) => userKey),
    pageranks: column(({ pagerank }) => pagerank),
    betweennesses: column(({ betweenness }) => betweenness),
    similarities: column(({ knnFraudSimilarity }) => knnFraudSimilarity),
    distances: column(({ fraudDistance }) => fraudDistance),
    sizes: column(({ componentSize }) => componentSize),
    shares: column(({ componentFraudShare }) => componentFraudShare),
    changedUsers: changes.map(({ userKey }) => userKey),
    changeIds: changes.map(({ id }) => id),
  });
  const { rows } = await query.options({ name: 'graph-store' });
  return rows[0]?.stored === features.length;
}

/** Features, then changes, both in key order: two jobs with users in common cannot wait for each other. */
const STORE_FEATURES = `
  with stored as (
    insert into user_features (company_id, user_key, pagerank, betweenness, knn_fraud_similarity, fraud_distance,
      component_size, component_fraud_share, computed_at, as_of)
    select :companyId, user_key, pagerank, betweenness, similarity, distance, size, share, :eventTime, :asOf
    from unnest(cast(:userKeys as uuid[]), cast(:pageranks as float8[]), cast(:betweennesses as float8[]),
      cast(:similarities as float8[]), cast(:distances as int[]), cast(:sizes as int[]), cast(:shares as float8[]))
      as recomputed (user_key, pagerank, betweenness, similarity, distance, size, share)
    order by user_key
    on conflict (company_id, user_key) do update set
      pagerank = excluded.pagerank, betweenness = excluded.betweenness,
      knn_fraud_similarity = excluded.knn_fraud_similarity, fraud_distance = excluded.fraud_distance,
      component_size = excluded.component_size, component_fraud_share = excluded.component_fraud_share,
      computed_at = excluded.computed_at, as_of = excluded.as_of
    where user_features.as_of <= excluded.as_of
    returning user_key
  ),
  total as materialized (select count(*)::int as stored from stored),
  due as materialized (
    select change.user_key, change.id
    from total, unnest(cast(:changedUsers as uuid[]), cast(:changeIds as uuid[])) as seen (user_key, id)
    join graph_changes change
      on change.company_id = :companyId and change.user_key = seen.user_key and change.id = seen.id
    where total.stored = cardinality(cast(:userKeys as uuid[]))
    order by change.user_key, change.id
    for update of change
  ),
  done as (
    delete from graph_changes using due
    where graph_changes.company_id = :companyId and graph_changes.user_key = due.user_key and graph_changes.id = due.id
  )
  select stored from total`;

/** Remembers indicators of more than 500 users, so that they need not be counted again. */
export async function rememberSuperConnectors(
  connection: Connection,
  companyId: string,
  found: readonly { key: HashKey; type: EntityType; connections: number }[],
  now: Date,
): Promise<void> {
  if (found.length === 0) return;
  await connection.raw(
    `insert into super_connectors (company_id, indicator_key, indicator_type, connections, found_at)
     select :companyId, key, type, connections, :now
     from unnest(cast(:keys as uuid[]), cast(:types as text[]), cast(:connections as int[])) as found (key, type, connections)
     order by key
     on conflict (company_id, indicator_key) do update set connections = excluded.connections
     where super_connectors.connections < excluded.connections`,
    {
      companyId,
      now,
      keys: found.map(({ key }) => key),
      types: found.map(({ type }) => type),
      connections: found.map(({ connections }) => connections),
    },
  );
}

/** Users whose neighbourhood changed before a moment and was not recomputed: a signal was lost. Of any company. */
export async function listLeftGraphChanges(
  connection: Connection,
  before: Date,
  limit: number,
): Promise<{ companyId: string; userKey: HashKey }[]> {
  const { rows } = await connection.raw<{ rows: { companyId: string; userKey: HashKey }[] }>(
    `select distinct company_id as "companyId", user_key as "userKey"
     from (select company_id, user_key from graph_changes where changed_at < :before order by changed_at limit :limit) left_over`,
    { before, limit },
  );
  return rows;
}
