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

/** What is stored of users, in their order. */
export async function describeUsers(
  transaction: Knex.Transaction,
  companyId: string,
  userKeys: HashKey[],
): Promise<CompleteUser[]> {
  const { rows } = await transaction.raw<{ rows: CompleteUser[] }>(
    `select loaded.key,
       case when features.user_key is not null then json_build_object('pagerank', features.pagerank,
         'betweenness', features.betweenness, 'knnFraudSimilarity', features.knn_fraud_similarity,
         'fraudDistance', features.fraud_distance, 'componentSize', features.component_size,
         'componentFraudShare', features.component_fraud_share) end as features,
       array(select id from graph_changes where company_id = :companyId and user_key = loaded.key
         order by id limit ${CHANGES_PER_USER}) as changes
     from unnest(cast(:userKeys as uuid[])) with ordinality as loaded (key, position)
     left join user_features features on features.company_id = :companyId and features.user_key = loaded.key
     order by loaded.position`,
    { companyId, userKeys },
  );
  return rows;
}

/** Those of the users who are confirmed fraud. */
export async function findConfirmedFraud(
  transaction: Knex.Transaction,
  companyId: string,
  userKeys: HashKey[],
): Promise<Set<HashKey>> {
  const { rows } = await transaction.raw<{ rows: { key: HashKey }[] }>(
    `select user_key as key from risk_users
     where company_id = :companyId and user_key = any (cast(:userKeys as uuid[])) and confirmed_fraud`,
    { companyId, userKeys },
  );
  return new Set(rows.map(({ key }) => key));
}
