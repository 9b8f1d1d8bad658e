import test from 'ava';
import fc from 'fast-check';
import { rollUpAnalytics } from '../../db/queries/analytics-rollup.ts';
import { ACTIONS, REASON_CODES, RISK_LEVELS, SCORE_BUCKETS } from '../../engine/vocabulary.ts';
import { createTestClock } from '../support/clock.ts';
import { insertAssessments } from '../support/history.ts';
import { registerTenant, startService, type Service, type Tenant } from '../support/service.ts';

const HOUR = 60 * 60 * 1000;
const START = Date.UTC(2026, 9, 30, 20, 17, 3, 141);
const END = START + 60 * HOUR;
const CODES = Object.keys(REASON_CODES);

let service: Service;
test.before(async () => {
  // Access tokens outlast the test; the clock is past all that was made.
  service = await startService({ clock: createTestClock(END + HOUR) });
});
test.after.always(() => service?.close());

const made = fc.record({
  at: fc.integer({ min: START, max: END }),
  action: fc.constantFrom(...ACTIONS),
  riskLevel: fc.constantFrom(...RISK_LEVELS),
  score: fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100),
  reasons: fc.subarray(CODES),
});

interface Figures {
  totalAssessments: number;
  allowCount: number;
  reviewCount: number;
  blockCount: number;
  data: { total: number; review: number; block: number; count: number; code: string; id: string }[];
  meta: { total: number };
}

async function read({ token }: Tenant, path: string): Promise<Figures> {
  const { status, body } = await service.call('GET', `/api/risk-engine/${path}`, { token });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as Figures;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

test('all figures and the list agree for any window, whenever hours are rolled up', async (t) => {
  const tenant = await registerTenant(service);
  const sample = fc.sample(made, { numRuns: 300, seed: 17 });
  await insertAssessments(service.database.db, tenant.companyId, sample);
  const step = fc.record({
    one: fc.integer({ min: START - HOUR, max: END + HOUR }),
    other: fc.integer({ min: START - HOUR, max: END + HOUR }),
    interval: fc.constantFrom('hour', 'day'),
    buckets: fc.constantFrom(...SCORE_BUCKETS),
    rollUpThrough: fc.option(fc.integer({ min: START - HOUR, max: END + HOUR }), { freq: 8 }),
  });
  const property = fc.asyncProperty(step, async ({ one, other, interval, buckets, rollUpThrough }) => {
    if (rollUpThrough !== null && rollUpThrough < START + 50 * HOUR) {
      await rollUpAnalytics(service.dependencies.db.knex, tenant.companyId, new Date(rollUpThrough));
    }
    const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
    const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
    const inside = sample.filter(({ at }) => at >= from && at < to);
    const [summary, series, scores, reasons, all, blocked, recent] = await Promise.all([
      read(tenant, `analytics/summary?${range}`),
      read(tenant, `analytics/time-series?interval=${interval}&${range}`),
      read(tenant, `analytics/score-distribution?buckets=${buckets}&${range}`),
      read(tenant, `analytics/reason-codes?${range}`),
      read(tenant, `evaluations?${range}`),
      read(tenant, `evaluations?action=block&limit=5&${range}`),
      read(tenant, `analytics/recent-blocks?${range}`),
    ]);
    const total = inside.length;
    t.is(summary.totalAssessments, total);
    t.is(summary.allowCount + summary.reviewCount + summary.blockCount, total);
    t.is(sum(series.data.map((bucket) => bucket.total)), total);
    t.is(sum(scores.data.map(({ count }) => count)), total);
    t.is(sum(scores.data.map(({ review }) => review)), summary.reviewCount);
    t.is(all.meta.total, total);
    t.is(summary.blockCount, inside.filter(({ action }) => action === 'block').length);
    t.is(sum(series.data.map(({ block }) => block)), summary.blockCount);
    t.is(blocked.meta.total, summary.blockCount);
    t.deepEqual(blocked.data, recent.data);
    const counts = Object.fromEntries(reasons.data.map(({ code, count }) => [code, count]));
    for (const code of CODES) t.is(counts[code] ?? 0, inside.filter((each) => each.reasons.includes(code)).length);
  });
  await fc.assert(property, { numRuns: 60, seed: 23 });
});
