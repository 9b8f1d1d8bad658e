import { ACTIONS, EVALUATION_SORTS, RISK_LEVELS } from '../../engine/vocabulary.ts';

const HOUR_MS = 60 * 60 * 1000;
const ANALYTICS = ['summary', 'time-series', 'score-distribution', 'reason-codes', 'recent-blocks'];
/** From those that find one order to those that find everything. */
const SEARCHES = ['order-123456', 'user-19999', 'user-0', 'order-1234', 'user-12', 'order-1', 'user-', 'nothing'];

/** Paths of all that is measured: each filter, each sort, each search, and how they go together. */
export async function listTargets(call: (path: string) => Promise<Record<string, unknown>>): Promise<string[]> {
  const { data } = await call('/evaluations?page=1000');
  const [{ id, externalEventId } = {}] = [(data as { id: string; externalEventId?: string }[])[0]];
  const detail = await call(`/evaluations/${id}`);
  const recent = `from=${ago(90 * HOUR_MS + 123_456)}&to=${ago(1_234_567)}`;
  const hour = `from=${ago(20 * 24 * HOUR_MS + HOUR_MS)}&to=${ago(20 * 24 * HOUR_MS)}`;
  const sorts = EVALUATION_SORTS.map((sort) => `sort=${sort}`);
  const filters = [
    ...ACTIONS.map((action) => `action=${action}`),
    ...RISK_LEVELS.map((level) => `riskLevel=${level}`),
    ...['action=allow&riskLevel=critical', 'action=block&riskLevel=low', recent, hour, 'requireUserId=true'],
    ...[`${recent}&riskLevel=critical`, `${hour}&action=block`],
    ...['reasonCode=VELOCITY_BURST', 'reasonCode=GLOBAL_THREAT_INDICATOR', 'minScore=95', 'minScore=30&maxScore=31'],
  ];
  const searches = [...SEARCHES, String(externalEventId ?? detail['externalEventId'])].map((text) => `search=${text}`);
  return [
    ...sorts.map((sort) => `/evaluations?${sort}`),
    ...filters.flatMap((filter) => sorts.map((sort) => `/evaluations?${filter}&${sort}`)),
    ...searches.map((search) => `/evaluations?${search}`),
    ...searches.map((search) => `/evaluations?${search}&action=review&${recent}&sort=amountMinor:desc`),
    ...['page=100', 'page=1000', 'page=10000&sort=riskScore:desc', 'page=25000', 'page=1000000000'].map(
      (page) => `/evaluations?${page}`,
    ),
    `/evaluations/${id}`,
    ...ANALYTICS.map((name) => `/analytics/${name}`),
    `/analytics/score-distribution?buckets=100`,
    `/analytics/summary?from=2020-01-01T00:00:00Z`,
    `/analytics/time-series?interval=hour`,
  ];
}

function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}
