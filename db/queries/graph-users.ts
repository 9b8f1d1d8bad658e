import type { Knex } from 'knex';
import type { BackgroundFeatures } from '../../engine/signals.ts';
import type { HashKey } from '../../platform/hashing.ts';

/** A user whose indicators are all loaded, with what is stored of it. */
export interface CompleteUser {
  key: HashKey;
  /** Features as they are stored. */
  features: BackgroundFeatures | null;
  /** Changes that wait for this user to be recomputed. */
  changes: string[];
}

/** A user has more changes than this only while nobody works on them; the next job takes the rest. */
const CHANGES_PER_USER = 1_000;

/** What is stored of users: of the first so many what was computed and what waits, of all whether they are confirmed fraud. */
export async function describeUsers(
  transaction: Knex.Transaction,
  companyId: string,
  userKeys: HashKey[],
  complete: number,
): Promise<{ complete: CompleteUser[]; confirmedFraud: ReadonlySet<HashKey> }> {
  const parameters = { companyId, userKeys, completeKeys: userKeys.slice(0, complete) };
  const query = transaction.raw<{ rows: Description[] }>(DESCRIBE_USERS, parameters).options({ name: 'graph-users' });
  const { rows } = await query;
  return { complete: rows[0]?.complete ?? [], confirmedFraud: new Set(rows[0]?.frauds) };
}

interface Description {
  /** In their order; null when there are none. */
  complete: CompleteUser[] | null;
  frauds: HashKey[] | null;
}

const DESCRIBE_USERS = `
  select (
    select json_agg(json_build_object('key', loaded.key,
      'features', case when features.user_key is not null then json_build_object('pagerank', features.pagerank,
        'betweenness', features.betweenness, 'knnFraudSimilarity', features.knn_fraud_similarity,
        'fraudDistance', features.fraud_distance, 'componentSize', features.component_size,
        'componentFraudShare', features.component_fraud_share) end,
      'changes', array(select id from graph_changes where company_id = :companyId and user_key = loaded.key
        order by id limit ${CHANGES_PER_USER})) order by loaded.position)
    from unnest(cast(:completeKeys as uuid[])) with ordinality as loaded (key, position)
    left join user_features features on features.company_id = :companyId and features.user_key = loaded.key
  ) as complete, (
    select json_agg(user_key) from risk_users
    where company_id = :companyId and user_key = any (cast(:userKeys as uuid[])) and confirmed_fraud
  ) as frauds`;
