import type { Peer, Standing } from '../../db/queries/graph-explorer.ts';
import { round4 } from '../../engine/numbers.ts';
import type { IndicatorType } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { Enrichment } from './enrichment.ts';
import { isPersonalId, maskUserId } from './personal-id.ts';
import type { Graph, GraphLink, GraphNode } from './schemas.ts';

export interface ExploredIndicator {
  key: HashKey;
  type: IndicatorType;
  isGlobalThreat: boolean;
}

export interface ExploredUser {
  key: HashKey;
  userId: string;
  standing: Standing;
}

/** Two hops around a user: its indicators, and the peers who use them. */
export interface ExploredGraph {
  seed: ExploredUser;
  indicators: readonly ExploredIndicator[];
  /** With the positions of the indicators each shares. */
  peers: readonly (ExploredUser & Pick<Peer, 'shares'>)[];
  /** What the seed was seen with. */
  enrichment: Enrichment;
}

/** The graph as it is sent. The order of nodes and links follows from the order of what is given. */
export function presentGraph({ seed, indicators, peers, enrichment }: ExploredGraph): Graph {
  const { cardBins, countries } = enrichment;
  const nodes = [
    presentUser(seed),
    ...indicators.map(presentIndicator),
    ...peers.map(presentUser),
    ...cardBins.map(presentCardBin),
    ...countries.map(presentCountry),
  ];
  const links = [
    ...indicators.map((indicator) => link(seed, 'USES_INDICATOR', presentIndicator(indicator))),
    ...cardBins.map((bin) => link(seed, 'USED_CARD_BIN', presentCardBin(bin))),
    ...countries.map((country) => link(seed, 'LOCATED_IN', presentCountry(country))),
    ...peers.flatMap((peer) =>
      peer.shares.flatMap((position) => {
        const shared = indicators[position];
        return shared ? [link(peer, 'USES_INDICATOR', presentIndicator(shared))] : [];
      }),
    ),
  ];
  const meta = { seedUserId: maskUserId(seed.userId), nodeCount: nodes.length, linkCount: links.length };
  return { nodes, links, meta };
}

/** A personal id must not stand in a node's id either; the keyed hash stands in for it. */
function userNodeId({ key, userId }: Pick<ExploredUser, 'key' | 'userId'>): string {
  return `riskuser::${isPersonalId(userId) ? key : userId}`;
}

function link(user: ExploredUser, type: GraphLink['type'], target: GraphNode): GraphLink {
  return { source: userNodeId(user), target: target.id, type };
}

function presentUser({ key, userId, standing }: ExploredUser): GraphNode {
  return {
    id: userNodeId({ key, userId }),
    label: 'RiskUser',
    group: 'riskuser',
    properties: {
      user_id: maskUserId(userId),
      is_confirmed_fraud: standing.confirmedFraud,
      knn_fraud_similarity: round4(standing.fraudSimilarity),
      gds_pagerank_score: round4(standing.pagerank),
      gds_betweenness_score: round4(standing.betweenness),
    },
  };
}

function presentIndicator({ key, type, isGlobalThreat }: ExploredIndicator): GraphNode {
  return {
    id: `globalindicator::${key}`,
    label: 'GlobalIndicator',
    group: 'globalindicator',
    properties: { indicator_type: type, indicator_hash: key, is_global_threat: isGlobalThreat },
  };
}

function presentCardBin(bin: string): GraphNode {
  return { id: `cardbin::${bin}`, label: 'CardBIN', group: 'cardbin', properties: { bin } };
}

function presentCountry(country: string): GraphNode {
  return { id: `geolocation::${country}`, label: 'GeoLocation', group: 'geolocation', properties: { country } };
}
