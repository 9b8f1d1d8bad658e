import test from 'ava';
import fc from 'fast-check';
import { binFeature, MISSING_BIN } from '../../../engine/adaptive/bin-features.ts';
import type { Direction } from '../../../engine/adaptive/features.ts';
import { growTree, type TreeSettings } from '../../../engine/adaptive/grow-tree.ts';
import { childOf, explain } from '../../../engine/adaptive/scoring-model.ts';
import { trainEnsemble, type TrainingSet, type TrainingSettings } from '../../../engine/adaptive/train-ensemble.ts';
import { createRandom } from '../../../engine/graph/random.ts';

const TREE: TreeSettings = { depth: 1, regularisation: 1, leastHessian: 0.1, leastGain: 0 };
const TRAINING: TrainingSettings = {
  ...TREE,
  depth: 3,
  members: 3,
  rounds: 60,
  patience: 10,
  learningRate: 0.2,
  rowShare: 0.8,
  featureShare: 1,
  seed: 7,
};

function grow(columns: number[][], labels: number[], directions: Direction[], settings = TREE) {
  const even = Float64Array.from(labels, () => 1);
  return growTree(
    {
      // The derivatives of the logistic loss at a probability of one half.
      gradients: Float64Array.from(labels, (label) => 0.5 - label),
      hessians: Float64Array.from(labels, () => 0.25),
      features: columns.map((column) => binFeature(Float64Array.from(column), even)),
      directions,
      rows: Uint32Array.from(labels.keys()),
      candidates: [...columns.keys()],
    },
    settings,
  );
}

/** Without negative zeros. */
const unsigned = (values: readonly number[]) => values.map((value) => value + 0);

test('the best split and the values of its leaves are those worked out by hand', (t) => {
  // Left: gradient 2 × 0.5, hessian 2 × 0.25, value -1 / 1.5. Right: gradient 2 × -0.5, value 1 / 1.5. The root is even.
  const tree = grow([[1, 2, 3, 4]], [0, 0, 1, 1], [0]);
  t.deepEqual(tree.features, [0, -1, -1]);
  t.deepEqual([tree.thresholds[0], tree.children[0]], [2.5, 1]);
  t.deepEqual(unsigned(tree.values), [0, -1 / 1.5, 1 / 1.5]);
});

test('of two features the one that lowers the loss more is split on, also where the other comes first', (t) => {
  const tree = grow([[1, 2, 1, 2], [1, 2, 3, 4]], [0, 0, 1, 1], [0, 0]); // prettier-ignore
  t.is(tree.features[0], 1);
});

test('a leaf that holds too little is not made', (t) => {
  const tree = grow([[1, 2, 3, 4]], [0, 0, 1, 1], [0], { ...TREE, leastHessian: 0.6 });
  t.deepEqual(unsigned(tree.values), [0]);
});

test('what is missing goes where it fits, and where a value is missing or not may be the split', (t) => {
  const mixed = grow([[NaN, 2, 3, NaN, 4]], [1, 0, 1, 1, 1], [0]);
  t.deepEqual([mixed.thresholds[0], mixed.missingLeft[0]], [2.5, 0]);
  const left = grow([[NaN, 2, 3, NaN, 4]], [0, 0, 1, 0, 1], [0]);
  t.deepEqual([left.thresholds[0], left.missingLeft[0]], [2.5, 1]);
  const alone = grow([[NaN, 2, 3, NaN, 4]], [1, 0, 0, 1, 0], [0]);
  t.deepEqual(
    [alone.thresholds[0], alone.missingLeft[0], alone.values[1]! < alone.values[2]!],
    [Number.MAX_VALUE, 0, true],
  );
});

test('a split against the direction of a feature is not made', (t) => {
  t.deepEqual(unsigned(grow([[1, 2, 3, 4]], [1, 1, 0, 0], [1]).values), [0]);
  t.is(grow([[1, 2, 3, 4]], [1, 1, 0, 0], [0]).values.length, 3);
});

test('each bin holds about the same mass, and a value that fills several bins leaves the others theirs', (t) => {
  const values = Float64Array.from({ length: 1_000 }, (_, row) => (row < 900 ? 0 : row));
  const { edges, bins } = binFeature(values, new Float64Array(1_000).fill(1));
  t.is(bins[0], 0);
  t.true(edges.length >= 50, `${edges.length} edges`);
  t.true(edges.every((edge, at) => at === 0 || edge > edges[at - 1]!));
});

test('values next to each other are told apart, where there is no number between them', (t) => {
  const [one, next] = [1, 1 + Number.EPSILON];
  const { edges, bins } = binFeature(Float64Array.of(next, one, NaN), new Float64Array(3).fill(1));
  t.deepEqual([...edges], [one]);
  t.deepEqual([...bins], [1, 0, MISSING_BIN]);
});

/** Rows of two informative features and one of noise; what the outcome follows is told by `risk`. */
function makeSet(rows: number, risk: (one: number, other: number) => number, directions: Direction[]): TrainingSet {
  const random = createRandom(11);
  const columns = [0, 1, 2].map(() => Float64Array.from({ length: rows }, () => (random() < 0.05 ? NaN : random())));
  const labels = Uint8Array.from({ length: rows }, (_, row) => {
    const [one = 0, other = 0] = [columns[0]![row]! || 0, columns[1]![row]! || 0];
    return random() < risk(one, other) ? 1 : 0;
  });
  return { columns, directions, labels, weights: new Float64Array(rows).fill(1) };
}

const probability = (set: TrainingSet, values: number[]) => {
  const { ensemble } = trainEnsemble(set, TRAINING);
  return 1 / (1 + Math.exp(-explain(ensemble, Float64Array.from(values)).logOdds));
};

test('a known function is recovered, also where only both features together mean anything', (t) => {
  const set = makeSet(6_000, (one, other) => (one > 0.5 !== other > 0.5 ? 0.8 : 0.1), [0, 0, 0]);
  for (const [one, other, expected] of [
    [0.2, 0.2, 0.1],
    [0.8, 0.2, 0.8],
    [0.2, 0.8, 0.8],
    [0.8, 0.8, 0.1],
  ] as const) {
    // prettier-ignore
    const learned = probability(set, [one, other, 0.5]);
    t.true(Math.abs(learned - expected) < 0.08, `${learned} at ${one}, ${other}`);
  }
});

test('the same rows give the same model, another seed another', (t) => {
  const set = makeSet(500, (one) => one / 2, [0, 0, 0]);
  t.deepEqual(trainEnsemble(set, TRAINING), trainEnsemble(set, TRAINING));
  t.notDeepEqual(trainEnsemble(set, TRAINING), trainEnsemble(set, { ...TRAINING, seed: 8 }));
});

test('a row counts by its weight', (t) => {
  const set = makeSet(400, (one) => one / 2, [0, 0, 0]);
  const heavy = { ...set, weights: set.weights.map((weight, row) => (set.labels[row] === 0 ? 10 * weight : weight)) };
  t.true(probability(heavy, [0.5, 0.5, 0.5]) < probability(set, [0.5, 0.5, 0.5]) / 3);
});

test('where nothing is to be learned, nothing is', (t) => {
  const set = makeSet(400, () => 0.3, [0, 0, 0]);
  const { rounds } = trainEnsemble(set, TRAINING);
  t.true(rounds < 10, `${rounds} rounds`);
});

test('the risk never falls when a feature of direction 1 rises, though the outcomes say so in places', (t) => {
  const set = makeSet(3_000, (one, other) => (one > 0.4 && one < 0.6 ? 0.1 : one * 0.7) * (0.5 + other / 2), [1, 0, 0]);
  const { ensemble } = trainEnsemble(set, TRAINING);
  t.true(ensemble.trees.some(({ features }) => features.includes(0)));
  const value = fc.double({ min: -1, max: 2, noNaN: true });
  const property = fc.property(value, value, value, value, (one, other, second, third) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const logOdds = (first: number) => explain(ensemble, Float64Array.of(first, second, third)).logOdds;
    return logOdds(high) >= logOdds(low) - 1e-12;
  });
  t.notThrows(() => fc.assert(property, { numRuns: 2_000 }));
});

test('contributions and base add up to the log-odds, and what was never split on contributes nothing', (t) => {
  const set = makeSet(1_000, (one) => one, [0, 0, 0]);
  const columns = [...set.columns, new Float64Array(1_000).fill(3)];
  const { ensemble } = trainEnsemble({ ...set, columns, directions: [0, 0, 0, 0] }, TRAINING);
  const { base, contributions, logOdds } = explain(ensemble, Float64Array.of(0.9, NaN, 0.1, 4));
  t.true(Math.abs(contributions.reduce((sum, part) => sum + part, base) - logOdds) < 1e-9);
  const leaves = ensemble.trees.map((tree) => {
    let node = 0;
    while (tree.features[node]! >= 0) {
      const value = [0.9, NaN, 0.1, 4][tree.features[node]!]!;
      const left = Number.isNaN(value) ? tree.missingLeft[node] === 1 : value <= tree.thresholds[node]!;
      node = tree.children[node]! + (left ? 0 : 1);
    }
    return tree.values[node]!;
  });
  t.true(Math.abs(leaves.reduce((sum, leaf) => sum + leaf, ensemble.base) - logOdds) < 1e-9);
  t.is(contributions[3], 0);
  t.true(contributions[0]! > 0);
});

test('what only two features together tell takes two levels, worked out by hand', (t) => {
  // Fraud where the two differ: (0,0) three times and (1,1) once are legitimate, (0,1) and (1,0) twice each are fraud.
  const one = [0, 0, 0, 1, 0, 0, 1, 1];
  const other = [0, 0, 0, 1, 1, 1, 0, 0];
  const labels = [0, 0, 0, 0, 1, 1, 1, 1];
  const tree = grow([one, other], labels, [0, 0], { ...TREE, depth: 2 });
  t.deepEqual(tree.features, [0, 1, 1, -1, -1, -1, -1]);
  t.deepEqual(tree.children.slice(0, 3), [1, 3, 5]);
  t.deepEqual(tree.thresholds.slice(0, 3), [0.5, 0.5, 0.5]);
  // -0.5 (legitimate - fraud) / (0.25 rows + 1) in each node.
  const expected = [0, -0.5 / 2.25, 0.5 / 1.75, -1.5 / 1.75, 1 / 1.5, 1 / 1.5, -0.5 / 1.25];
  t.deepEqual(unsigned(tree.values), expected);
  // One level does not see it.
  t.is(grow([one, other], labels, [0, 0]).values.length, 3);
});

test('regularisation pulls leaves towards zero, and a gain that is too small makes none', (t) => {
  const stump = (changes: Partial<TreeSettings>) => grow([[1, 2, 3, 4]], [0, 0, 1, 1], [0], { ...TREE, ...changes });
  for (const regularisation of [0, 1, 3]) {
    const leaf = 1 / (0.5 + regularisation);
    t.deepEqual(unsigned(stump({ regularisation }).values), [0, -leaf, leaf]);
  }
  // Twice 1² / 1.5, and nothing in the root.
  t.is(stump({ leastGain: 1.33 }).values.length, 3);
  t.is(stump({ leastGain: 1.34 }).values.length, 1);
});

const cell = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(NaN));
const anyRows = fc.array(fc.tuple(cell, cell, fc.integer({ min: 0, max: 1 })), { minLength: 2, maxLength: 30 });
const columnsOf = (rows: readonly (readonly number[])[]) => [0, 1].map((column) => rows.map((row) => row[column]!));
const newtonStep = (labels: readonly number[]) =>
  labels.reduce((sum, label) => sum + label - 0.5, 0) / (0.25 * labels.length + TREE.regularisation);
const near = (one: number, other: number) => Math.abs(one - other) < 1e-9;

test('a leaf says what the rows say that come to it by their values, those without a value among them', (t) => {
  const property = fc.property(anyRows, (rows) => {
    const tree = grow(columnsOf(rows), rows.map(([, , label]) => label), [0, 0], { ...TREE, depth: 3 }); // prettier-ignore
    const arrived = new Map<number, number[]>();
    for (const row of rows) {
      let node = 0;
      while (tree.features[node]! >= 0) node = childOf(tree, node, row[tree.features[node]!]!);
      arrived.set(node, [...(arrived.get(node) ?? []), row[2]]);
    }
    const leaves = [...tree.features.keys()].filter((node) => tree.features[node] === -1);
    t.deepEqual([...arrived.keys()].sort((one, other) => one - other), leaves); // prettier-ignore
    for (const [leaf, labels] of arrived) t.true(near(tree.values[leaf]!, newtonStep(labels)), `leaf ${leaf}`);
  });
  fc.assert(property, { numRuns: 500 });
});

test('the split that is made is the best of all there are', (t) => {
  const gainOf = (sides: readonly (readonly number[])[]) =>
    sides.reduce((sum, labels) => sum + newtonStep(labels) ** 2 * (0.25 * labels.length + TREE.regularisation), 0);
  const property = fc.property(anyRows, (rows) => {
    const labels = rows.map(([, , label]) => label);
    const split = (goesLeft: (row: (typeof rows)[number]) => boolean) =>
      [true, false].map((left) => rows.filter((row) => goesLeft(row) === left).map(([, , label]) => label));
    const gains = [0, 1].flatMap((feature) =>
      [0, 1, 2, 3, 4, 5, 6].flatMap((threshold) =>
        [true, false].map((missingLeft) => {
          const isLeft = (value: number) => (Number.isNaN(value) ? missingLeft : value <= threshold);
          const sides = split((row) => isLeft(row[feature]!));
          return sides.every((side) => side.length > 0) ? gainOf(sides) : 0;
        }),
      ),
    );
    const tree = grow(columnsOf(rows), labels, [0, 0]);
    const made = split((row) => tree.features[0]! < 0 || childOf(tree, 0, row[tree.features[0]!]!) === 1);
    const best = Math.max(gainOf([labels]), ...gains);
    t.true(near(gainOf(tree.features[0]! < 0 ? [labels] : made), best));
  });
  fc.assert(property, { numRuns: 500 });
});

test('two features of direction 1 are both kept, at every point of a grid', (t) => {
  const set = makeSet(3_000, (one, other) => Math.abs(one - other), [1, 1, 0]);
  const { ensemble } = trainEnsemble(set, TRAINING);
  const steps = Array.from({ length: 21 }, (_, step) => step / 20);
  const logOdds = (one: number, other: number) => explain(ensemble, Float64Array.of(one, other, 0.5)).logOdds;
  for (const fixed of [...steps, NaN]) {
    for (let at = 1; at < steps.length; at += 1) {
      const [low, high] = [steps[at - 1]!, steps[at]!];
      t.true(logOdds(high, fixed) >= logOdds(low, fixed) - 1e-12, `first at ${high}, ${fixed}`);
      t.true(logOdds(fixed, high) >= logOdds(fixed, low) - 1e-12, `second at ${fixed}, ${high}`);
    }
  }
  t.true(logOdds(1, 0.1) > logOdds(0.1, 0.1));
});

test('rows without a value go where such rows went, also against the direction of the feature', (t) => {
  const set = makeSet(2_000, (one) => (one === 0 ? 0.9 : one / 3), [1, 0, 0]);
  t.true(probability(set, [NaN, 0.5, 0.5]) > 0.7);
  t.true(probability(set, [0.01, 0.5, 0.5]) < 0.2);
});
