import { hasRiskUser, listCurrentContexts, listCurrentIndicators } from '../../db/queries/graph-explorer-seed.ts';
import { findGlobalThreats, listNeighbours, listStandings } from '../../db/queries/graph-explorer.ts';
import { userKeyOf } from '../../platform/hashing.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { describeEnrichment } from './enrichment.ts';
import { presentGraph } from './present.ts';
import { Graph, GraphUserQuery } from './schemas.ts';
import { SUPPRESSED } from './standing-then.ts';

export const exploreUser = defineRoute({
  method: 'GET',
  path: '/graph/explore',
  name: 'exploreUser',
  tag: 'Graph explorer',
  summary: 'Explore the graph around a user, as it is now',
  description:
    'Two hops around the user: the 20 newest indicators of each type and the peers who use them, with their current ' +
    'labels and scores; card BINs and countries of the latest 20 assessments. Indicators of more than 500 users are left ' +
    'out; at most 200 peers are shown, by shared indicators (most first), then user id.',
  access: { kind: 'bearer', permission: 'graph:view', feature: 'graph_explorer' },
  query: GraphUserQuery,
  response: Graph,
  errors: ['NOT_FOUND'],

  async handler({ query, caller }, { db, hasher }) {
    const { companyId } = caller;
    const { userId } = query;
    const userKey = userKeyOf(hasher, companyId, userId);
    if (!(await hasRiskUser(db.knex, companyId, userKey))) throw new ApiError('NOT_FOUND');
    const [indicators, contexts] = await Promise.all([
      listCurrentIndicators(db.knex, companyId, userKey),
      listCurrentContexts(db.knex, companyId, userKey),
    ]);
    const keys = indicators.map(({ key }) => key);
    const neighbours = await listNeighbours(db.knex, companyId, { userKey, indicators: keys });
    const [standings, threats] = await Promise.all([
      listStandings(db.knex, companyId, [userKey, ...neighbours.peers.map(({ key }) => key)]),
      findGlobalThreats(db.knex, neighbours.indicators),
    ]);
    const standingOf = (key: string) => standings.get(key) ?? SUPPRESSED;
    const typeOf = new Map(indicators.map(({ key, type }) => [key, type]));
    return presentGraph({
      seed: { key: userKey, userId, standing: standingOf(userKey) },
      indicators: neighbours.indicators.map((key) => ({
        key,
        type: typeOf.get(key) ?? 'device',
        isGlobalThreat: threats.has(key),
      })),
      peers: neighbours.peers.map((peer) => ({ ...peer, standing: standingOf(peer.key) })),
      enrichment: describeEnrichment(contexts),
    });
  },
});
