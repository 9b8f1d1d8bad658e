import Type from 'typebox';
import { ANALYTICS_INTERVALS, REASON_CATEGORIES } from '../../engine/vocabulary.ts';
import { enumOf, reasonCode, timestamp } from '../http/schema.ts';
import { EvaluationItem } from '../risk-engine/evaluation-schemas.ts';

const count = (description?: string) =>
  Type.Integer({ minimum: 0, examples: [42], ...(description !== undefined && { description }) });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description, examples: [0.05] });

/** The time that the figures are about, as given or by default. */
const range = { from: timestamp(), to: timestamp({ description: 'Not in the range' }) };

export const AnalyticsSummary = Type.Object(
  {
    ...range,
    totalAssessments: count(),
    allowCount: count(),
    reviewCount: count(),
    blockCount: count(),
    blockRate: share('Of all assessments, those blocked; 0 when there are none'),
    averageScore: Type.Number({ minimum: 0, maximum: 100, description: '0 when there are none', examples: [17.25] }),
    reviewQueueDepth: count('Review cases that are not closed now, whatever the range'),
  },
  { title: 'AnalyticsSummary' },
);

export const TimeSeries = Type.Object(
  {
    interval: enumOf(ANALYTICS_INTERVALS),
    ...range,
    data: Type.Array(
      Type.Object({
        timestamp: timestamp({ description: 'Start of the UTC hour or day' }),
        allow: count(),
        review: count(),
        block: count(),
        total: count(),
      }),
      { description: 'Every hour or day that the range touches; the first and the last as far as they are in it' },
    ),
  },
  { title: 'TimeSeries' },
);

export const ScoreDistribution = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        from: Type.Integer({ minimum: 0, maximum: 99, description: 'Lowest score', examples: [80] }),
        to: Type.Integer({
          minimum: 1,
          maximum: 100,
          description: 'Not in the bucket, except 100 in the last',
          examples: [90],
        }),
        count: count(),
        allow: count('Of them, those that were answered allow'),
        review: count('Of them, those that were answered review'),
        block: count('Of them, those that were answered block'),
      }),
      { description: 'As many as asked for, the lowest scores first' },
    ),
  },
  { title: 'ScoreDistribution' },
);

export const ReasonCodeRanking = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        code: reasonCode(),
        category: enumOf(REASON_CATEGORIES),
        count: count('Assessments with this reason'),
        share: share('Of all assessments of the range, those with this reason; one may have several'),
      }),
      { description: 'The most frequent first; those that did not occur are left out' },
    ),
  },
  { title: 'ReasonCodeRanking' },
);

export const RecentBlocks = Type.Object({ data: Type.Array(EvaluationItem) }, { title: 'RecentBlocks' });
