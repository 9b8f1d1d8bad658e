import fc from 'fast-check';
import test from 'ava';
import { readAdaptive } from '../../console/src/screens/evaluations/explain/adaptive-breakdown.ts';
import { contributionWords } from '../../console/src/screens/evaluations/explain/contribution-words.ts';
import { breakDownScore, recomputeScore } from '../../console/src/screens/evaluations/explain/score-breakdown.ts';
import { FEATURES } from '../../engine/adaptive/features.ts';
import { composeParts, EVIDENCE_SCALE, WEIGHTS } from '../../engine/assess.ts';

const percent = fc.double({ min: 0, max: 100, noNaN: true });

test('the score is recomputed as the engine composes it', (t) => {
  fc.assert(
    fc.property(percent, percent, percent, (graph, velocity, indicator) => {
      const contributions = {
        evidenceScale: EVIDENCE_SCALE,
        ...{ graphScore: graph, velocityScore: velocity, indicatorScore: indicator },
        ...{ graphWeight: WEIGHTS.graph, velocityWeight: WEIGHTS.velocity, indicatorWeight: WEIGHTS.indicator },
      };
      const score = composeParts([
        { weight: WEIGHTS.graph, score: graph },
        { weight: WEIGHTS.velocity, score: velocity },
        { weight: WEIGHTS.indicator, score: indicator },
      ]);
      t.true(Math.abs((recomputeScore(contributions) ?? NaN) - score) <= 0.011);
      const points = breakDownScore(contributions, score).reduce((sum, part) => sum + part.points, 0);
      t.true(Math.abs(points - score) < 1e-6);
    }),
  );
});

test('the points of the reasons of a part add up to those of the part, the strongest first', (t) => {
  const contributions = {
    ...{ graphScore: 55, graphWeight: 0.45, velocityScore: 20, velocityWeight: 0.35 },
    'strength.GRAPH_FRAUD_NEIGHBOR': 0.1,
    'strength.GRAPH_SHARED_INDICATORS': 0.5,
    'strength.GRAPH_FRAUD_SIMILARITY': 0,
    'strength.VELOCITY_BURST': 0.2,
  };
  const [graph, velocity, indicator] = breakDownScore(contributions, 68);
  t.deepEqual(
    graph?.factors.map(({ code }) => code),
    ['GRAPH_SHARED_INDICATORS', 'GRAPH_FRAUD_NEIGHBOR'],
  );
  const sum = graph?.factors.reduce((points, factor) => points + factor.points, 0) ?? 0;
  t.true(Math.abs(sum - (graph?.points ?? 0)) < 1e-9);
  t.is(velocity?.factors.length, 1);
  t.is(indicator?.score, undefined);
  t.is(indicator?.points, 0);
});

test('nothing that spoke for fraud is no points, not a division by zero', (t) => {
  t.deepEqual(
    breakDownScore({ graphScore: 0, graphWeight: 0.45 }, 0).map(({ points }) => points),
    [0, 0, 0],
  );
});

test('what the adaptive model made of an assessment', (t) => {
  const contributions = {
    scoringProfile: 'adaptive',
    'adaptive.userEvents1h': -0.2,
    'adaptive.defaultScore': 1.5,
    'adaptive.others': 0.1,
    'adaptive.base': -3,
  };
  t.deepEqual(readAdaptive(contributions), {
    features: [
      { name: 'defaultScore', logOdds: 1.5 },
      { name: 'userEvents1h', logOdds: -0.2 },
    ],
    others: 0.1,
    base: -3,
  });
  t.is(readAdaptive({ ...contributions, scoringProfile: 'default' }), undefined);
});

test('every feature of the adaptive model has words', (t) => {
  t.deepEqual(
    FEATURES.map(({ name }) => name).filter((name) => !contributionWords(name)),
    [],
  );
  t.is(contributionWords('deviceEvents1h'), 'Device: events in the last hour');
  t.is(contributionWords('somethingNew'), undefined);
});
