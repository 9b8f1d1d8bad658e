import test from 'ava';
import fc from 'fast-check';
import { rollUpAnalytics } from '../../db/queries/analytics-rollup.ts';
import { findEvaluationPage, type EvaluationQuery } from '../../db/queries/evaluations.ts';
import { ACTIONS, EVALUATION_SORTS, RISK_LEVELS, type ReasonCode } from '../../engine/vocabulary.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertAssessments, insertCompany, type PastAssessment } from '../support/history.ts';

const HOUR = 60 * 60 * 1000;
/** The end of a month, so that pages reach over two partitions. */
const START = Date.UTC(2026, 9, 31, 12);
const END = START + 24 * HOUR;

const moment = fc.oneof(
  fc.integer({ min: START, max: END }),
  fc
    .tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: -1, max: 1 }))
    .map(([hour, ms]) => START + hour * HOUR + ms),
);
/** Few letters, so that many start alike; wildcards of patterns are letters like others. */
const name = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '%', '_', '\\', 'é'), minLength: 1, maxLength: 4 });

const REASONS: readonly ReasonCode[] = ['VELOCITY_BURST', 'GRAPH_FRAUD_NEIGHBOR', 'HIGH_RISK_INDICATOR'];
const score = fc.integer({ min: 0, max: 20 }).map((fives) => fives * 5);

const pastAssessment = fc.record({
  at: moment,
  action: fc.constantFrom(...ACTIONS),
  riskLevel: fc.constantFrom(...RISK_LEVELS),
  score,
  reasons: fc.subarray([...REASONS]),
  amountMinor: fc.option(fc.integer({ min: 0, max: 9 })),
  transactionId: name,
  userId: name,
  externalEventId: fc.option(name),
});
type Made = Required<PastAssessment> & { id: string };

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const query = fc.record({
  action: maybe(fc.constantFrom(...ACTIONS)),
  riskLevel: maybe(fc.constantFrom(...RISK_LEVELS)),
  from: maybe(moment.map((at) => new Date(at))),
  to: maybe(moment.map((at) => new Date(at))),
  search: maybe(name),
  reasonCode: maybe(fc.constantFrom(...REASONS)),
  minScore: maybe(score),
  maxScore: maybe(score),
  sort: fc.constantFrom(...EVALUATION_SORTS),
  offset: fc.integer({ min: 0, max: 60 }),
  limit: fc.integer({ min: 1, max: 30 }),
});

/** The same page, from all evaluations in memory. */
function pageOf(made: readonly Made[], { action, riskLevel, from, to, search, ...page }: EvaluationQuery) {
  const { reasonCode, minScore = 0, maxScore = 101 } = page;
  const found = made.filter(
    (one) =>
      (!action || one.action === action) &&
      (!riskLevel || one.riskLevel === riskLevel) &&
      (!reasonCode || one.reasons.includes(reasonCode)) &&
      one.score >= minScore &&
      one.score < maxScore &&
      (!from || one.at >= from.getTime()) &&
      (!to || one.at < to.getTime()) &&
      (search === undefined ||
        [one.transactionId, one.userId, one.externalEventId].some((text) => text?.startsWith(search))),
  );
  const [field, direction] = page.sort.split(':');
  const sign = direction === 'asc' ? 1 : -1;
  const keyOf = (one: Made) => (field === 'riskScore' ? one.score : field === 'amountMinor' ? one.amountMinor : 0);
  const sorted = found.sort((one, other) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    if ((left === null) !== (right === null)) return left === null ? 1 : -1;
    return sign * ((left ?? 0) - (right ?? 0) || (one.id < other.id ? -1 : 1));
  });
  return { total: found.length, ids: sorted.slice(page.offset, page.offset + page.limit).map(({ id }) => id) };
}

test('pages and totals are exact for all filters and sorts together, before, between and after roll-ups', async (t) => {
  const { db } = await createTestDatabase(t);
  const sample = fc.sample(pastAssessment, { numRuns: 400, seed: 3 });
  const companies = await Promise.all(
    [undefined, START + 9.5 * HOUR, END + HOUR].map(async (through) => {
      const companyId = await insertCompany(db);
      const ids = await insertAssessments(db, companyId, sample);
      if (through !== undefined) await rollUpAnalytics(db.knex, companyId, new Date(through));
      return { companyId, made: sample.map((one, index): Made => ({ ...one, id: String(ids[index]) })) };
    }),
  );
  const property = fc.asyncProperty(fc.constantFrom(...companies), query, async ({ companyId, made }, asked) => {
    const { total, evaluations } = await findEvaluationPage(db.knex, companyId, asked);
    t.deepEqual({ total, ids: evaluations.map(({ id }) => id) }, pageOf(made, asked));
  });
  await fc.assert(property, { numRuns: 600, seed: 5 });
});

test('totals leave out what retention has let go, though it stays in the sums', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertAssessments(db, companyId, [{ at: START }, { at: START + HOUR }, { at: START + 2 * HOUR }]);
  await rollUpAnalytics(db.knex, companyId, new Date(END));
  await db
    .knex('assessments')
    .where({ company_id: companyId })
    .where('created_at', '<', new Date(START + HOUR))
    .delete();
  const page = { sort: 'createdAt:desc', offset: 0, limit: 10 } as const;
  for (const from of [undefined, new Date(0), new Date(START), new Date(START + 1)]) {
    const { total, evaluations } = await findEvaluationPage(db.knex, companyId, { ...page, from });
    t.is(total, 2);
    t.is(evaluations.length, 2);
  }
});

test('few of a time among many of others are found as well as many', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const many = Array.from({ length: 10_050 }, (_, index) => ({
    at: START + index,
    score: index % 100,
    amountMinor: index,
  }));
  const few = Array.from({ length: 50 }, (_, index) => ({ at: START + index, action: 'block' as const, score: 50 }));
  await insertAssessments(db, companyId, [...many, ...few, { at: END, action: 'block', score: 99 }]);
  const page = { from: new Date(START), to: new Date(END), offset: 0, limit: 3 };
  const byScore = await findEvaluationPage(db.knex, companyId, { ...page, sort: 'riskScore:desc' });
  t.is(byScore.total, 10_100);
  t.deepEqual(
    byScore.evaluations.map(({ riskScore }) => riskScore),
    [99, 99, 99],
  );
  const blocked = await findEvaluationPage(db.knex, companyId, { ...page, action: 'block', sort: 'riskScore:desc' });
  t.is(blocked.total, 50);
  t.deepEqual(
    blocked.evaluations.map(({ riskScore, action }) => [riskScore, action]),
    Array(3).fill([50, 'block']),
  );
  const last = await findEvaluationPage(db.knex, companyId, { ...page, offset: 10_099, sort: 'amountMinor:desc' });
  t.deepEqual(
    last.evaluations.map(({ amountMinor, action }) => [amountMinor, action]),
    [[null, 'block']],
  );
});
