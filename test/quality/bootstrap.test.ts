import test from 'ava';
import { createRandom } from '../../scripts/demo/random.ts';
import { compareRuns } from '../../scripts/quality/bootstrap.ts';

const EVENTS = 3_000;

/** Scores that are the better, the larger the edge of fraud is. */
function makeRun(labels: readonly number[], edge: number, seed: number): number[] {
  const random = createRandom(seed);
  return labels.map((label) => Math.round(60 * random.next() + edge * label));
}

const random = createRandom(7);
const labels = Array.from({ length: EVENTS }, () => Number(random.chance(0.05)));

test('a run against itself: no difference, and no doubt about it', (t) => {
  const scores = makeRun(labels, 20, 1);
  for (const { before, after, difference, low, high } of compareRuns({ labels, before: scores, after: scores })) {
    t.is(before, after);
    t.deepEqual([difference, low, high], [0, 0, 0]);
  }
});

test('the interval of a better run lies above zero and around the difference', (t) => {
  const paired = { labels, before: makeRun(labels, 0, 1), after: makeRun(labels, 20, 2) };
  const differences = compareRuns(paired);
  t.deepEqual(
    differences.map(({ metric }) => metric),
    ['AUC', 'average precision', 'recall at 1 %'],
  );
  for (const { difference, low, high } of differences) t.true(0 < low && low < difference && difference < high);
  t.deepEqual(compareRuns(paired), differences, 'the same input gives the same intervals');
});

test('two runs that are as good as each other: the interval holds zero', (t) => {
  const [auc] = compareRuns({ labels, before: makeRun(labels, 10, 1), after: makeRun(labels, 10, 2) });
  t.true(auc !== undefined && auc.low < 0 && auc.high > 0);
});

test('the width of an interval is that of the error of the mean', (t) => {
  // Every event has its own score, so the AUC of one random run has the known standard error of a rank sum.
  const frauds = labels.filter((label) => label === 1).length;
  const legitimate = EVENTS - frauds;
  const error = Math.sqrt((EVENTS + 1) / (12 * frauds * legitimate));
  const [auc] = compareRuns({ labels, before: labels.map(() => 1), after: labels.map(() => random.next()) });
  t.true(auc !== undefined);
  const width = (auc?.high ?? 0) - (auc?.low ?? 0);
  t.true(Math.abs(width / (2 * 1.96 * error) - 1) < 0.15, `${width} against ${2 * 1.96 * error}`);
});
