import { findAssessedMoment, type AssessedMoment } from '../../db/queries/graph-explorer-seed.ts';
import { listNeighbours } from '../../db/queries/graph-explorer.ts';
import { INDICATOR_TYPES, type EntityType, type IndicatorType } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { describeEnrichment } from './enrichment.ts';
import { presentGraph } from './present.ts';
import { Graph, GraphAssessmentParams } from './schemas.ts';
import { standingThen, SUPPRESSED, wasGlobalThreat } from './standing-then.ts';

export const exploreAssessment = defineRoute({
  method: 'GET',
  path: '/graph/explore/:assessmentId',
  name: 'exploreAssessment',
  tag: 'Graph explorer',
  summary: 'Explore the graph around an assessment, as it was then',
  description:
    'Two hops around the user: the indicators of the assessment and the peers seen with them by then. Indicators that ' +
    'more than 500 users had are left out; at most 200 peers are shown, by shared indicators (most first), then user id. ' +
    'What was learned later shows in nothing: labels and scores of peers are suppressed (false and 0), not measured.',
  access: { kind: 'bearer', permission: 'graph:view', feature: 'graph_explorer' },
  params: GraphAssessmentParams,
  response: Graph,
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const { companyId } = caller;
    const moment = await findAssessedMoment(db.knex, companyId, params.assessmentId);
    if (!moment) throw new ApiError('NOT_FOUND');
    const { userKey } = moment.indicators;
    const typeOf = readIndicators(moment);
    const neighbours = await listNeighbours(db.knex, companyId, {
      userKey,
      indicators: [...typeOf.keys()],
      moment: { happenedBy: moment.occurredAt, recordedBy: moment.createdAt },
    });
    return presentGraph({
      seed: { key: userKey, userId: moment.userId, standing: standingThen(moment.featureContributions) },
      indicators: neighbours.indicators.map((key) => {
        const type = typeOf.get(key) ?? 'device';
        return { key, type, isGlobalThreat: wasGlobalThreat(moment.featureContributions, type) };
      }),
      peers: neighbours.peers.map((peer) => ({ ...peer, standing: SUPPRESSED })),
      enrichment: describeEnrichment([moment.indicators]),
    });
  },
});

/** The indicators of the snapshot that are nodes of the graph, in its order. */
function readIndicators({ indicators: snapshot }: AssessedMoment): Map<HashKey, IndicatorType> {
  const nodes = snapshot.indicators.filter((indicator): indicator is { key: HashKey; type: IndicatorType } =>
    isIndicatorType(indicator.type),
  );
  return new Map(nodes.map(({ key, type }) => [key, type]));
}

function isIndicatorType(type: EntityType): type is IndicatorType {
  return INDICATOR_TYPES.some((known) => known === type);
}
