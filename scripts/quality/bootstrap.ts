import { createRandom } from '../demo/random.ts';
import { areaUnderRoc, averagePrecision, rankScores, recallAt, type Ranks, type TieGroup } from './metrics.ts';

/** Scores of the same events by two runs, in the same order. */
export interface PairedScores {
  labels: readonly number[];
  before: readonly number[];
  after: readonly number[];
}

/** How much a metric changed, with the interval that holds 95 % of the resamples. */
export interface Difference {
  metric: string;
  before: number;
  after: number;
  difference: number;
  low: number;
  high: number;
}

const METRICS: readonly [string, (groups: readonly TieGroup[], count: number) => number][] = [
  ['AUC', areaUnderRoc],
  ['average precision', averagePrecision],
  ['recall at 1 %', (groups, count) => recallAt(groups, Math.round(0.01 * count))],
];
const RESAMPLES = 1_000;
const SEED = 1;
const LOW = 0.025;
const HIGH = 0.975;

/**
 * Compares two runs by the paired bootstrap: each resample draws the same events for both, with replacement. Scores are
 * ranked once; a resample only counts how often each rank was drawn. The same input gives the same intervals.
 */
export function compareRuns(
  { labels, before, after }: PairedScores,
  { resamples = RESAMPLES, seed = SEED }: { resamples?: number; seed?: number } = {},
): Difference[] {
  const count = labels.length;
  const runs = [before, after].map((scores) => createTally(rankScores(scores), labels));
  const measure = (drawn: Uint32Array) =>
    runs.map((tally) => {
      const groups = tally(drawn);
      return METRICS.map(([, metric]) => metric(groups, count));
    });
  const observed = measure(Uint32Array.from(labels, (_label, index) => index));
  const random = createRandom(seed);
  const drawn = new Uint32Array(count);
  const differences = METRICS.map(() => new Float64Array(resamples));
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let index = 0; index < count; index += 1) drawn[index] = random.next() * count;
    const [one = [], other = []] = measure(drawn);
    differences.forEach((values, metric) => (values[resample] = (other[metric] ?? NaN) - (one[metric] ?? NaN)));
  }
  return METRICS.map(([metric], index) => {
    const [one = NaN, other = NaN] = observed.map((values) => values[index]);
    // A resample without any fraud has no metrics.
    const sorted = (differences[index] ?? new Float64Array()).filter((value) => !Number.isNaN(value)).sort();
    const [low, high] = [quantile(sorted, LOW), quantile(sorted, HIGH)];
    return { metric, before: one, after: other, difference: other - one, low, high };
  });
}

/** Counts drawn events by the rank of their score, into groups that are used again for the next draw. */
function createTally({ groups, groupOf }: Ranks, labels: readonly number[]): (drawn: Uint32Array) => TieGroup[] {
  const frauds = Uint8Array.from(labels);
  const ties: TieGroup[] = Array.from({ length: groups }, () => ({ count: 0, frauds: 0 }));
  return (drawn) => {
    for (const tie of ties) tie.count = tie.frauds = 0;
    for (const event of drawn) {
      const tie = ties[groupOf[event] ?? 0];
      if (!tie) continue;
      tie.count += 1;
      tie.frauds += frauds[event] ?? 0;
    }
    return ties;
  };
}

/** Of sorted values, linear between neighbours. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
  return below + (place - Math.floor(place)) * (above - below);
}
