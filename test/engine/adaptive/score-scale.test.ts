import test from 'ava';
import fc from 'fast-check';
import { fitScale, LEVELS, scoreOf, type ScalePoint } from '../../../engine/adaptive/score-scale.ts';

const BOUNDS = { least: -100, largest: 100 };

const defaultScore = fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
const weight = fc.integer({ min: 1, max: 6 });
const anyPoint = (logOdds: fc.Arbitrary<number>) => fc.record<ScalePoint>({ logOdds, defaultScore, weight });
const anyPoints = fc.array(anyPoint(fc.integer({ min: -50, max: 50 })), { minLength: 1, maxLength: 60 });

const total = (points: readonly ScalePoint[]) => points.reduce((sum, point) => sum + point.weight, 0);
const shareByDefault = (points: readonly ScalePoint[], level: number) =>
  total(points.filter((point) => point.defaultScore >= level));

test('the score rises with the log-odds, from 0 at the least to 100 at the largest, whatever lies outside', (t) => {
  const logOdds = fc.double({ min: -120, max: 120, noNaN: true });
  const property = fc.property(fc.array(anyPoint(logOdds)), logOdds, logOdds, (points, one, other) => {
    const scale = fitScale(points, BOUNDS);
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
    const scale = fitScale(points, BOUNDS);
    for (const level of LEVELS) {
      const share = shareByDefault(points, level);
      if (share > 0) t.is(points.filter(({ logOdds }) => scoreOf(scale, logOdds) >= level).length, share);
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('points of equal log-odds and of different weights come as close to the share as they can', (t) => {
  const property = fc.property(anyPoints, (points) => {
    const scale = fitScale(points, BOUNDS);
    const cuts = [-Infinity, ...points.map(({ logOdds }) => logOdds)].map((cut) =>
      total(points.filter(({ logOdds }) => logOdds > cut)),
    );
    for (const level of LEVELS) {
      const share = shareByDefault(points, level);
      if (share === 0) continue;
      const found = total(points.filter(({ logOdds }) => scoreOf(scale, logOdds) >= level));
      t.is(Math.abs(found - share), Math.min(...cuts.map((cut) => Math.abs(cut - share))), `${found} at ${level}`);
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('a model that tells nobody apart sends nobody to review for the few whom the default profile does', (t) => {
  const points = Array.from({ length: 100 }, (_, at) => ({ logOdds: 1, defaultScore: at < 5 ? 85 : 20, weight: 1 }));
  const score = scoreOf(fitScale(points, { least: -3, largest: 4 }), 1);
  t.true(score >= 20 && score < 30, `${score}`);
});

test('a point counts by its weight', (t) => {
  const points = [
    { logOdds: 3, defaultScore: 0, weight: 1 },
    { logOdds: 2, defaultScore: 0, weight: 5 },
    { logOdds: 1, defaultScore: 50, weight: 6 },
    { logOdds: 0, defaultScore: 0, weight: 8 },
  ];
  const scale = fitScale(points, BOUNDS);
  t.deepEqual(
    points.map(({ logOdds }) => scoreOf(scale, logOdds) >= 50),
    [true, true, false, false],
  );
});

test('one point, and none, make a scale too', (t) => {
  const one = scoreOf(fitScale([{ logOdds: 0, defaultScore: 45, weight: 1 }], BOUNDS), 0);
  t.true(one >= 40, `${one}`);
  t.is(scoreOf(fitScale([], BOUNDS), 0), 50);
});

test('extreme log-odds make no scale that gives NaN', (t) => {
  const extreme = fc.constantFrom(-Infinity, Infinity, -Number.MAX_VALUE, Number.MAX_VALUE, -0, 0, Number.MIN_VALUE, 1);
  const property = fc.property(fc.array(anyPoint(extreme)), extreme, (points, logOdds) => {
    const score = scoreOf(fitScale(points, BOUNDS), logOdds);
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
