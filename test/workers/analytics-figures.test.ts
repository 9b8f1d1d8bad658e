import test from 'ava';
import fc from 'fast-check';
import {
  countByInterval,
  countByReason,
  countByScore,
  summarizeAssessments,
  type AnalyticsRange,
} from '../../db/queries/analytics.ts';
import { rollUpAnalytics } from '../../db/queries/analytics-rollup.ts';
import { ACTIONS, REASON_CODES, SCORE_BUCKETS, type ReasonCode, type ScoreBuckets } from '../../engine/vocabulary.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertAssessments, insertCompany, type PastAssessment } from '../support/history.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** The middle of a month, so that ranges lie in one partition, and its end in two. */
const START = Date.UTC(2026, 9, 30, 20);
const END = START + 4 * DAY;
const CODES = Object.keys(REASON_CODES).slice(0, 4) as ReasonCode[];

const range = (from: number, to: number): AnalyticsRange => ({ from: new Date(from), to: new Date(to) });

/** Moments with hours and days, and the milliseconds around them, hit often. */
const moment = fc.oneof(
  fc.integer({ min: START - HOUR, max: END + HOUR }),
  fc
    .tuple(fc.integer({ min: 0, max: 96 }), fc.integer({ min: -1, max: 1 }))
    .map(([hour, ms]) => START + hour * HOUR + ms),
);

const pastAssessment = fc.record({
  at: moment,
  action: fc.constantFrom(...ACTIONS),
  score: fc.oneof(
    fc.constantFrom(0, 9.99, 10, 99.99, 100),
    fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100),
  ),
  reasons: fc.subarray(CODES),
});

type Made = Required<Pick<PastAssessment, 'at' | 'action' | 'score' | 'reasons'>>;

function countDirectly(made: readonly Made[], { from, to }: AnalyticsRange) {
  const inside = made.filter(({ at }) => at >= from.getTime() && at < to.getTime());
  const countOf = (action: string) => inside.filter((one) => one.action === action).length;
  const cents = inside.reduce((sum, { score }) => sum + Math.round(score * 100), 0);
  return {
    totalAssessments: inside.length,
    allowCount: countOf('allow'),
    reviewCount: countOf('review'),
    blockCount: countOf('block'),
    blockRate: inside.length === 0 ? 0 : countOf('block') / inside.length,
    averageScore: inside.length === 0 ? 0 : Math.round(cents / inside.length) / 100,
  };
}

function countSeries(made: readonly Made[], { from, to }: AnalyticsRange, length: number) {
  const series = [];
  for (let start = Math.floor(from.getTime() / length) * length; start < to.getTime(); start += length) {
    const bucket = range(Math.max(start, from.getTime()), Math.min(start + length, to.getTime()));
    const { totalAssessments: total, allowCount, reviewCount, blockCount } = countDirectly(made, bucket);
    series.push({ timestamp: new Date(start), allow: allowCount, review: reviewCount, block: blockCount, total });
  }
  return series;
}

function countScores(made: readonly Made[], asked: AnalyticsRange, buckets: number) {
  const width = 100 / buckets;
  return Array.from({ length: buckets }, (_, index) => {
    const [from, to] = [index * width, (index + 1) * width];
    const inside = made.filter(({ score }) => score >= from && (score < to || (to === 100 && score === 100)));
    const { totalAssessments: count, allowCount, reviewCount, blockCount } = countDirectly(inside, asked);
    return { from, to, count, allow: allowCount, review: reviewCount, block: blockCount };
  });
}

function countReasons(made: readonly Made[], { from, to }: AnalyticsRange) {
  const inside = made.filter(({ at }) => at >= from.getTime() && at < to.getTime());
  return CODES.map((code) => {
    const count = inside.filter(({ reasons }) => reasons.includes(code)).length;
    return { code, category: REASON_CODES[code], count, share: count / inside.length };
  })
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
}

test('all figures are exact for any range, before, between and after roll-ups', async (t) => {
  const { db } = await createTestDatabase(t);
  const made = fc.sample(pastAssessment, { numRuns: 600, seed: 7 });
  const watermarks = [undefined, START, START + HOUR + 1, START + 2 * DAY, START + 3.3 * DAY, END + 2 * HOUR];
  const companies = await Promise.all(
    watermarks.map(async (through) => {
      const companyId = await insertCompany(db);
      await insertAssessments(db, companyId, made);
      if (through !== undefined) await rollUpAnalytics(db.knex, companyId, new Date(through));
      return companyId;
    }),
  );
  const check = async (companyId: string, one: number, other: number, buckets: ScoreBuckets) => {
    const asked = range(Math.min(one, other), Math.max(one, other));
    t.deepEqual(await summarizeAssessments(db.knex, companyId, asked), countDirectly(made, asked));
    const scores = await countByScore(db.knex, companyId, { ...asked, buckets });
    t.deepEqual(scores, countScores(made, asked, buckets));
    t.deepEqual(await countByReason(db.knex, companyId, { ...asked, limit: 12 }), countReasons(made, asked));
    for (const [interval, length] of [
      ['hour', HOUR],
      ['day', DAY],
    ] as const) {
      const series = await countByInterval(db.knex, companyId, { ...asked, interval });
      t.deepEqual(series, countSeries(made, asked, length));
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...companies), moment, moment, fc.constantFrom(...SCORE_BUCKETS), check),
    { numRuns: 150, seed: 11 },
  );
});

test('empty hours, days, scores and reasons are zeros, in UTC whatever the server thinks', async (t) => {
  const { db, url } = await createTestDatabase(t);
  await db.pool.query(`alter database ${new URL(url).pathname.slice(1)} set timezone = 'Asia/Kolkata'`);
  const companyId = await insertCompany(db);
  const midnight = Date.UTC(2026, 10, 1);
  await insertAssessments(db, companyId, [{ at: midnight - 1 }, { at: midnight, action: 'block' }]);
  const asked = range(midnight - 2 * DAY, midnight + 2 * DAY);
  const none = { allow: 0, review: 0, block: 0, total: 0 };
  for (const through of [midnight - DAY, midnight + DAY]) {
    await rollUpAnalytics(db.knex, companyId, new Date(through));
    t.deepEqual(await countByInterval(db.knex, companyId, { ...asked, interval: 'day' }), [
      { ...none, timestamp: new Date(midnight - 2 * DAY) },
      { ...none, timestamp: new Date(midnight - DAY), allow: 1, total: 1 },
      { ...none, timestamp: new Date(midnight), block: 1, total: 1 },
      { ...none, timestamp: new Date(midnight + DAY) },
    ]);
    const hours = await countByInterval(db.knex, companyId, { ...asked, interval: 'hour' });
    t.is(hours.length, 96);
    t.deepEqual(
      hours.filter(({ total }) => total > 0).map(({ timestamp }) => timestamp.getTime()),
      [midnight - HOUR, midnight],
    );
  }
  const empty = range(midnight + DAY, midnight + 2 * DAY);
  t.deepEqual(await countByScore(db.knex, companyId, { ...empty, buckets: 10 }), countScores([], empty, 10));
  t.deepEqual(await countByReason(db.knex, companyId, { ...empty, limit: 5 }), []);
  t.is((await summarizeAssessments(db.knex, companyId, empty)).averageScore, 0);
});

test('reasons come most frequent first, no more than asked for', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const [one, two, three] = CODES as [ReasonCode, ReasonCode, ReasonCode];
  const reasons = [[one, two, three], [two], [], [two, three]];
  await insertAssessments(
    db,
    companyId,
    reasons.map((codes) => ({ at: START, reasons: codes })),
  );
  const counted = await countByReason(db.knex, companyId, { ...range(START, END), limit: 2 });
  t.deepEqual(
    counted.map(({ code, count, share }) => [code, count, share]),
    [
      [two, 3, 0.75],
      [three, 2, 0.5],
    ],
  );
});

test('companies see only their own', async (t) => {
  const { db } = await createTestDatabase(t);
  const [one, other] = [await insertCompany(db), await insertCompany(db)];
  await insertAssessments(db, one, [{ at: START, reasons: CODES }, { at: END - 1 }]);
  await insertAssessments(db, other, [{ at: START, action: 'block' }]);
  for (const companyId of [one, other]) await rollUpAnalytics(db.knex, companyId, new Date(START + HOUR));
  const asked = range(START, END);
  t.like(await summarizeAssessments(db.knex, one, asked), { totalAssessments: 2, blockCount: 0 });
  t.like(await summarizeAssessments(db.knex, other, asked), { totalAssessments: 1, blockCount: 1 });
  t.deepEqual(await countByReason(db.knex, other, { ...asked, limit: 12 }), []);
});
