import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { Connection } from '../connect.ts';

/** At most so many peers are shown (contract section 5). */
export const PEER_LIMIT = 200;

/** What a graph is to be seen from: a user and the indicators it is explored over. */
export interface Viewpoint {
  userKey: HashKey;
  indicators: readonly HashKey[];
  /** Nothing that happened or arrived later is seen; without a moment, all is. */
  moment?: { happenedBy: Date; recordedBy: Date };
}

export interface Peer {
  key: HashKey;
  userId: string;
  /** Which of the indicators it shares, as positions in `Neighbours.indicators`. */
  shares: number[];
}

export interface Neighbours {
  /** Those of at most 500 users, in the order asked for. */
  indicators: HashKey[];
  /** Those who share most first, then by user id; at most PEER_LIMIT. */
  peers: Peer[];
}

/**
 * The indicators that connect few enough users to tell anything (spec section 2.14, rule 2), and who else uses them.
 * Of each indicator no more than 500 other users are read, however many there are or came later.
 */
export async function listNeighbours(
  connection: Connection,
  companyId: string,
  { userKey, indicators, moment }: Viewpoint,
): Promise<Neighbours> {
  const { rows } = await connection.raw<{ rows: Neighbours[] }>(LIST_NEIGHBOURS, {
    companyId,
    userKey,
    indicators,
    happenedBy: moment?.happenedBy ?? 'infinity',
    recordedBy: moment?.recordedBy ?? 'infinity',
  });
  return rows[0] ?? { indicators: [], peers: [] };
}

/**
 * The user itself is one of an indicator's 500, also when its own edge is dated later. Whether an indicator is a crowd
 * goes by all who had arrived, whenever they happened: that can be counted with a limit, and stays as it was.
 */
const LIST_NEIGHBOURS = `
  with shown as materialized (
    select mine.key, row_number() over (order by mine.position) - 1 as position, others.user_keys
    from unnest(cast(:indicators as uuid[])) with ordinality as mine (key, position)
    cross join lateral (
      select 1 + count(*) as connections,
        array_agg(user_key) filter (where first_seen_at <= cast(:happenedBy as timestamptz)) as user_keys
      from (
        select user_key, first_seen_at from user_indicators
        where company_id = :companyId and indicator_key = mine.key and user_key <> :userKey
          and recorded_at <= cast(:recordedBy as timestamptz)
        limit ${SUPER_CONNECTOR_LIMIT}
      ) edges
    ) others
    where others.connections <= ${SUPER_CONNECTOR_LIMIT}
  ),
  peer as (
    select user_key, array_agg(shown.position order by shown.position) as shares
    from shown cross join unnest(shown.user_keys) as user_key
    group by user_key
  ),
  -- Whom fewer than 200 others share more than: only their ids are worth looking up.
  candidate as (
    select * from (select *, rank() over (order by cardinality(shares) desc) as place from peer) ranked
    where place <= ${PEER_LIMIT}
  ),
  chosen as (
    select peer.user_key, known.user_id, peer.shares
    from candidate peer join risk_users known on known.company_id = :companyId and known.user_key = peer.user_key
    order by cardinality(peer.shares) desc, known.user_id collate "C"
    limit ${PEER_LIMIT}
  )
  select
    (select coalesce(json_agg(key order by position), '[]') from shown) as indicators,
    (select coalesce(json_agg(json_build_object('key', user_key, 'userId', user_id, 'shares', shares)
       order by cardinality(shares) desc, user_id collate "C"), '[]') from chosen) as peers`;

/** How a user stands today: its label and its place in the graph, zeros where nothing is computed yet. */
export interface Standing {
  confirmedFraud: boolean;
  /** 0 to 1. */
  fraudSimilarity: number;
  pagerank: number;
  betweenness: number;
}

/** How users stand today, by their keys. Never ask for it in the name of an earlier moment: labels set later show in it. */
export async function listStandings(
  connection: Connection,
  companyId: string,
  userKeys: readonly HashKey[],
): Promise<Map<HashKey, Standing>> {
  const { rows } = await connection.raw<{ rows: (Standing & { key: HashKey })[] }>(
    `select known.user_key as key, known.confirmed_fraud as "confirmedFraud",
       coalesce(features.knn_fraud_similarity, 0) as "fraudSimilarity", coalesce(features.pagerank, 0) as pagerank,
       coalesce(features.betweenness, 0) as betweenness
     from unnest(cast(:userKeys as uuid[])) as wanted (key)
     join risk_users known on known.company_id = :companyId and known.user_key = wanted.key
     left join user_features features on features.company_id = :companyId and features.user_key = wanted.key`,
    { companyId, userKeys },
  );
  return new Map(rows.map(({ key, ...standing }) => [key, standing]));
}

/** Which of the indicators are global threats today: a mark that tenants share, on keyed hashes alone. */
export async function findGlobalThreats(
  connection: Connection,
  indicators: readonly HashKey[],
): Promise<ReadonlySet<HashKey>> {
  const { rows } = await connection.raw<{ rows: { key: HashKey }[] }>(
    'select indicator_key as key from global_threats where indicator_key = any (cast(:indicators as uuid[]))',
    { indicators },
  );
  return new Set(rows.map(({ key }) => key));
}
