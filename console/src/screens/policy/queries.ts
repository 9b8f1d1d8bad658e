import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The scores of the last 30 days, point by point. */
export function recentScoresQuery() {
  // To the hour: the same question within an hour is not asked again.
  const from = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - DAYS * DAY_MS).toISOString();
  return queryOptions({
    queryKey: ['analytics', 'score-distribution', from, 100],
    queryFn: ({ signal }) =>
      api.get('/risk-engine/analytics/score-distribution', { params: { query: { from, buckets: 100 } }, signal }),
  });
}
