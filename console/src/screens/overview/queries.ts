import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Range } from './range.ts';

/** What has happened meanwhile is asked for by itself. */
const REFRESH_MS = 60_000;
const WAITING_MS = 3_000;
const LIVE = { refetchInterval: REFRESH_MS };
const TOP_REASONS = 6;
/** Before the service was. */
const EVER = '2020-01-01T00:00:00.000Z';

export function summaryQuery(query: { from: string; to?: string }) {
  return queryOptions({
    queryKey: ['analytics', 'summary', query],
    queryFn: ({ signal }) => api.get('/risk-engine/analytics/summary', { params: { query }, signal }),
    ...LIVE,
  });
}

/** Whether there is any assessment at all; asked often by whoever waits for the first. */
export function everQuery() {
  return queryOptions({
    ...summaryQuery({ from: EVER }),
    refetchInterval: ({ state }) => (state.data?.totalAssessments === 0 ? WAITING_MS : false),
  });
}

export function timeSeriesQuery({ from, interval }: Range) {
  return queryOptions({
    queryKey: ['analytics', 'time-series', from, interval],
    queryFn: ({ signal }) =>
      api.get('/risk-engine/analytics/time-series', { params: { query: { from, interval } }, signal }),
    ...LIVE,
  });
}

export function scoresQuery({ from }: Range) {
  return queryOptions({
    queryKey: ['analytics', 'score-distribution', from],
    queryFn: ({ signal }) =>
      api.get('/risk-engine/analytics/score-distribution', { params: { query: { from, buckets: 50 } }, signal }),
    ...LIVE,
  });
}

export function reasonsQuery({ from }: Range) {
  return queryOptions({
    queryKey: ['analytics', 'reason-codes', from],
    queryFn: ({ signal }) =>
      api.get('/risk-engine/analytics/reason-codes', { params: { query: { from, limit: TOP_REASONS } }, signal }),
    ...LIVE,
  });
}

export function recentBlocksQuery() {
  return queryOptions({
    queryKey: ['analytics', 'recent-blocks'],
    queryFn: ({ signal }) => api.get('/risk-engine/analytics/recent-blocks', { signal }),
    ...LIVE,
  });
}
