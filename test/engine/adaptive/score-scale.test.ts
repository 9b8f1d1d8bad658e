import test from 'ava';
import fc from 'fast-check';
import {
  fitScale,
  LEVELS,
  scoreOf,
  sharesOfLate,
  type Placed,
  type Scored,
} from '../../../engine/adaptive/score-scale.ts';

const BOUNDS = { least: -100, largest: 100 };

type Point = Placed & Scored;

const defaultScore = fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
const weight = fc.integer({ min: 1, max: 6 });
const anyPoint = (logOdds: fc.Arbitrary<number>) => fc.record<Point>({ logOdds, defaultScore, weight });
const anyPoints = fc.array(anyPoint(fc.integer({ min: -50, max: 50 })), { minLength: 1, maxLength: 60 });

const total = (points: readonly { weight: number }[]) => points.reduce((sum, point) => sum + point.weight, 0);
const weightByDefault = (points: readonly Point[], level: number) =>
  total(points.filter((point) => point.defaultScore >= level));
/** A scale that finds as many of the points at each level as the default profile does. */
const fitAsByDefault = (points: readonly Point[], bounds = BOUNDS) => {
  const shares = LEVELS.map((level) => (points.length > 0 ? weightByDefault(points, level) / total(points) : 0));
  return fitScale(points, { shares, bounds });
};

test('the score rises with the log-odds, from 0 at the least to 100 at the largest, whatever lies outside', (t) => {
  const logOdds = fc.double({ min: -120, max: 120, noNaN: true });
  const property = fc.property(fc.array(anyPoint(logOdds)), logOdds, logOdds, (points, one, other) => {
    const scale = fitAsByDefault(points);
    const [low, high] = [scoreOf(scale, Math.min(one, other)), scoreOf(scale, Math.max(one, other))];
    t.true(low <= high && low >= 0 && high <= 100, `${low} ${high}`);
    t.deepEqual(
      [-Infinity, -101, -100, 100, 101, Infinity].map((at) => scoreOf(scale, at)),
      [0, 0, 0, 100, 100, 100],
    );
    t.true(scale.every((knot, at) => at === 0 || knot.logOdds > scale[at - 1]!.logOdds));
    t.true(scale.every((knot, at) => at === 0 || knot.score > scale[at - 1]!.score));
  });
  fc.assert(property, { numRuns: 500 });
});

test('each level finds as many as by the default profile, so that the thresholds of a policy keep their meaning', (t) => {
  const order = fc.array(defaultScore, { minLength: 1, maxLength: 60 });
  const property = fc.property(order, (scores) => {
    // No two alike: the ranks of the model are those of the places, which have nothing to do with the scores.
    const points = scores.map((score, at) => ({ logOdds: at, defaultScore: score, weight: 1 }));
    const scale = fitAsByDefault(points);
    for (const level of LEVELS) {
      const share = weightByDefault(points, level);
      if (share > 0) t.is(points.filter(({ logOdds }) => scoreOf(scale, logOdds) >= level).length, share);
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('points of equal log-odds and of different weights come as close to the share as they can', (t) => {
  const property = fc.property(anyPoints, (points) => {
    const scale = fitAsByDefault(points);
    const cuts = [-Infinity, ...points.map(({ logOdds }) => logOdds)].map((cut) =>
      total(points.filter(({ logOdds }) => logOdds > cut)),
    );
    for (const level of LEVELS) {
      const share = weightByDefault(points, level);
      if (share === 0) continue;
      const found = total(points.filter(({ logOdds }) => scoreOf(scale, logOdds) >= level));
      t.is(Math.abs(found - share), Math.min(...cuts.map((cut) => Math.abs(cut - share))), `${found} at ${level}`);
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('a model that tells nobody apart sends nobody to review for the few whom the default profile does', (t) => {
  const points = Array.from({ length: 100 }, (_, at) => ({ logOdds: 1, defaultScore: at < 5 ? 85 : 20, weight: 1 }));
  const score = scoreOf(fitAsByDefault(points, { least: -3, largest: 4 }), 1);
  t.true(score >= 20 && score < 30, `${score}`);
});

test('a point counts by its weight', (t) => {
  const points = [
    { logOdds: 3, defaultScore: 0, weight: 1 },
    { logOdds: 2, defaultScore: 0, weight: 5 },
    { logOdds: 1, defaultScore: 50, weight: 6 },
    { logOdds: 0, defaultScore: 0, weight: 8 },
  ];
  const scale = fitAsByDefault(points);
  t.deepEqual(
    points.map(({ logOdds }) => scoreOf(scale, logOdds) >= 50),
    [true, true, false, false],
  );
});

test('one point, and none, make a scale too', (t) => {
  const one = scoreOf(fitAsByDefault([{ logOdds: 0, defaultScore: 45, weight: 1 }]), 0);
  t.true(one >= 40, `${one}`);
  t.is(scoreOf(fitAsByDefault([]), 0), 50);
});

test('extreme log-odds make no scale that gives NaN', (t) => {
  const extreme = fc.constantFrom(-Infinity, Infinity, -Number.MAX_VALUE, Number.MAX_VALUE, -0, 0, Number.MIN_VALUE, 1);
  const property = fc.property(fc.array(anyPoint(extreme)), extreme, (points, logOdds) => {
    const score = scoreOf(fitAsByDefault(points), logOdds);
    t.true(score >= 0 && score <= 100, `${score}`);
  });
  fc.assert(property, { numRuns: 500 });
});

test('what lies below a level is not rounded up to it', (t) => {
  const scale = [
    { logOdds: 0, score: 0 },
    { logOdds: 1, score: 80 },
  ];
  t.is(scoreOf(scale, 0.999_99), 79.99);
  t.is(scoreOf(scale, 1), 80);
});

const repeat = (count: number, defaultScore: number, weight = 1): Scored[] =>
  Array.from({ length: count }, () => ({ defaultScore, weight }));

test('shares of late: what does not change is told as it is, and levels that nobody reaches have none', (t) => {
  const day = [...repeat(80, 0), ...repeat(15, 25), ...repeat(5, 55)];
  const shares = sharesOfLate([...day, ...day, ...day]);
  const near = [0.2, 0.2, 0.2, 0.2, 0.2, 0.05, 0.05, 0.05, 0, 0, 0, 0];
  shares.forEach((share, at) => t.true(Math.abs(share - near[at]!) < 1e-12, `${share} from ${LEVELS[at]} on`));
});

test('shares of late: first weeks in which much looked new do not make a model flag as much for ever', (t) => {
  const shares = sharesOfLate([...repeat(10_000, 0), ...repeat(10_000, 60), ...repeat(9_900, 0), ...repeat(100, 60)]);
  const review = shares[LEVELS.indexOf(50)]!;
  t.true(review > 0.01 && review < 0.02, `${review}`);
});

test('shares of late: by hand, the few at the upper levels are pulled towards those of all time', (t) => {
  const early = [...repeat(150, 0, 2), ...repeat(180, 50, 2), ...repeat(70, 60, 2)];
  const late = [...repeat(150, 0, 2), ...repeat(45, 50, 2), ...repeat(5, 60, 2)];
  const shares = sharesOfLate([...early, ...late]);
  // Of all, 600 of 1200 from 50 on and 150 of these from 60 on; of late 100 of 400, and 10 of these.
  const review = (100 + 100 * (600 / 1_200)) / (400 + 100);
  const above = review * ((10 + 100 * (150 / 600)) / (100 + 100));
  t.true(Math.abs(shares[LEVELS.indexOf(50)]! - review) < 1e-12);
  t.true(Math.abs(shares[LEVELS.indexOf(60)]! - above) < 1e-12);
});

test('shares of late fall from level to level, between 0 and 1', (t) => {
  const scored = fc.record<Scored>({ defaultScore, weight });
  const property = fc.property(fc.array(scored, { maxLength: 60 }), (points) => {
    const shares = sharesOfLate(points);
    shares.forEach((share, at) => t.true(share >= 0 && share <= (shares[at - 1] ?? 1) + 1e-12, shares.join(' ')));
  });
  fc.assert(property, { numRuns: 500 });
});
