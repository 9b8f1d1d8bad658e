import Type, { type Static } from 'typebox';
import { INDICATOR_TYPES } from '../../engine/vocabulary.ts';
import { clientId, enumOf, uuid } from '../http/schema.ts';

export const GraphAssessmentParams = Type.Object({ assessmentId: uuid() });

export const GraphUserQuery = Type.Object({
  userId: clientId({ description: "The user id of the client's system, as it was sent", examples: ['user-42'] }),
});

const RiskUserNode = Type.Object(
  {
    id: Type.String({
      description: '`riskuser::` and the user id; its hash where the id itself is an e-mail, phone number or IP',
      examples: ['riskuser::user-42'],
    }),
    label: Type.Literal('RiskUser'),
    group: Type.Literal('riskuser'),
    properties: Type.Object({
      user_id: Type.String({
        description: 'Masked where it is an e-mail address, a phone number or an IP address',
        examples: ['user-42'],
      }),
      is_confirmed_fraud: Type.Boolean({
        description: 'In assessment mode: as it was then for the seed, always false for peers',
      }),
      knn_fraud_similarity: Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Similarity to nearby confirmed-fraud users; above 0.6 is high risk. Assessment mode: that of the seed then, 0 for peers',
        examples: [0.6309],
      }),
      gds_pagerank_score: Type.Number({
        minimum: 0,
        description: 'Centrality; 1 is average. Assessment mode: that of the seed then, 0 for peers',
        examples: [1.2],
      }),
      gds_betweenness_score: Type.Number({
        minimum: 0,
        description: 'How much of a bridge between others. Assessment mode: that of the seed then, 0 for peers',
        examples: [0.25],
      }),
    }),
  },
  { title: 'RiskUserNode' },
);

const GlobalIndicatorNode = Type.Object(
  {
    id: Type.String({
      description: '`globalindicator::` and the hash',
      examples: ['globalindicator::5f0f2f0e-6b8f-4b43-9d53-1c0f6c3c5f6d'],
    }),
    label: Type.Literal('GlobalIndicator'),
    group: Type.Literal('globalindicator'),
    properties: Type.Object({
      indicator_type: enumOf(INDICATOR_TYPES),
      indicator_hash: uuid({
        description: 'A keyed hash, never masked; the same as in threat webhooks',
        examples: ['5f0f2f0e-6b8f-4b43-9d53-1c0f6c3c5f6d'],
      }),
      is_global_threat: Type.Boolean({
        description: 'In the global threat database; in assessment mode, as it was then',
      }),
    }),
  },
  { title: 'GlobalIndicatorNode' },
);

const CardBinNode = Type.Object(
  {
    id: Type.String({ description: '`cardbin::` and the BIN', examples: ['cardbin::411111'] }),
    label: Type.Literal('CardBIN'),
    group: Type.Literal('cardbin'),
    properties: Type.Object({
      bin: Type.String({ description: 'The first 6 to 8 digits of a card', examples: ['411111'] }),
    }),
  },
  { title: 'CardBINNode' },
);

const GeoLocationNode = Type.Object(
  {
    id: Type.String({ description: '`geolocation::` and the country', examples: ['geolocation::US'] }),
    label: Type.Literal('GeoLocation'),
    group: Type.Literal('geolocation'),
    properties: Type.Object({
      country: Type.String({ description: 'The country of the IP address, as the client sent it', examples: ['US'] }),
    }),
  },
  { title: 'GeoLocationNode' },
);

const GraphNode = Type.Union([RiskUserNode, GlobalIndicatorNode, CardBinNode, GeoLocationNode], { title: 'GraphNode' });
export type GraphNode = Static<typeof GraphNode>;

const GraphLink = Type.Object(
  {
    source: Type.String({ description: 'Id of a RiskUser node', examples: ['riskuser::user-42'] }),
    target: Type.String({ description: 'Id of the other node', examples: ['cardbin::411111'] }),
    type: enumOf(['USES_INDICATOR', 'USED_CARD_BIN', 'LOCATED_IN']),
  },
  { title: 'GraphLink' },
);
export type GraphLink = Static<typeof GraphLink>;

export const Graph = Type.Object(
  {
    nodes: Type.Array(GraphNode, { description: 'The seed first, then indicators, peers, card BINs and countries' }),
    links: Type.Array(GraphLink),
    meta: Type.Object({
      seedUserId: Type.String({ description: 'As `user_id` of the first node', examples: ['user-42'] }),
      nodeCount: Type.Integer({ minimum: 1 }),
      linkCount: Type.Integer({ minimum: 0 }),
    }),
  },
  { title: 'Graph', description: 'Spec section 2.14' },
);
export type Graph = Static<typeof Graph>;
