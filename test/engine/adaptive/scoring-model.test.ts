import test from 'ava';
import fc from 'fast-check';
import { FEATURES } from '../../../engine/adaptive/features.ts';
import { scoreOf } from '../../../engine/adaptive/score-scale.ts';
import { explain, parseModel, type ScoringModel, type Tree } from '../../../engine/adaptive/scoring-model.ts';
import { makeModel, stump } from './models.ts';

/** Two splits, the second below the right side of the first. */
const TREE: Tree = {
  features: [0, -1, 1, -1, -1],
  thresholds: [10, 0, 20, 0, 0],
  missingLeft: [1, 0, 0, 0, 0],
  children: [1, 0, 3, 0, 0],
  values: [0, -1, 0.5, 0.2, 1],
};
const MODEL = makeModel([TREE, stump('deviceFraudRate', 0.5, -1, 1)], -2);

/** As it would come back from the database, with one part replaced. */
function damage(change: (model: ScoringModel) => void): unknown {
  const model = structuredClone(MODEL);
  change(model);
  return JSON.parse(JSON.stringify(model));
}

const parse = (stored: unknown) => parseModel(stored, FEATURES.length);

test('a model comes back as it was stored', (t) => {
  t.deepEqual(parse(JSON.parse(JSON.stringify(MODEL))), MODEL);
  t.deepEqual(parse(makeModel([])), makeModel([]));
});

test('what is no model at all is refused', (t) => {
  for (const stored of [undefined, null, 7, 'model', [], {}, { fingerprint: 'x' }, { ...MODEL, ensemble: 'trees' }]) {
    t.is(parse(stored), undefined, JSON.stringify(stored));
  }
});

/** What may stand in a damaged model, beside a word about it. */
const DAMAGES: [string, (model: ScoringModel) => void][] = [
  ['no fingerprint', (model) => delete (model as Partial<ScoringModel>).fingerprint],
  ['a fingerprint that is a number', (model) => (model.fingerprint = 7 as never)],
  ['no base', (model) => delete (model.ensemble as Partial<typeof model.ensemble>).base],
  ['a base that is no number', (model) => (model.ensemble.base = NaN)],
  ['a base in words', (model) => (model.ensemble.base = '0' as never)],
  ['a base beyond all reason', (model) => (model.ensemble.base = -1e300)],
  ['trees that are no list', (model) => (model.ensemble.trees = { 0: TREE } as never)],
  ['a tree that is none', (model) => (model.ensemble.trees[1] = null as never)],
  ['a tree without nodes', (model) => (model.ensemble.trees[0] = mapLists(TREE, () => []))],
  ['more trees than training makes', (model) => (model.ensemble.trees = Array.from({ length: 5_000 }, () => TREE))],
  ['a tree as deep as a well', (model) => (model.ensemble.trees = [chain(30_000)])],
  ['no scale', (model) => delete (model as Partial<ScoringModel>).scale],
  ['a scale of one point', (model) => (model.scale = model.scale.slice(0, 1))],
  ['a scale of thousands', (model) => (model.scale = Array.from({ length: 5_000 }, (_, at) => knot(at, at / 50)))],
  ['a scale that falls', (model) => model.scale.reverse()],
  ['a scale with a step', (model) => (model.scale[1]!.logOdds = model.scale[0]!.logOdds)],
  ['a scale with a plateau', (model) => (model.scale[1]!.score = model.scale[0]!.score)],
  ['a score above 100', (model) => (model.scale[2]!.score = 101)],
  ['a score below 0', (model) => (model.scale[0]!.score = -1)],
  ['a score in words', (model) => (model.scale[1]!.score = '50' as never)],
  ['a point without log-odds', (model) => (model.scale[1] = { score: 50 } as never)],
  ['log-odds whose difference is no number', (model) => [model.scale[0]!.logOdds, model.scale[2]!.logOdds] = [-1.7e308, 1.7e308]], // prettier-ignore
  ['a feature there is not', (model) => (model.ensemble.trees[0]!.features[0] = FEATURES.length)],
  ['a feature below all', (model) => (model.ensemble.trees[0]!.features[0] = -2)],
  ['half a feature', (model) => (model.ensemble.trees[0]!.features[0] = 0.5)],
  ['a child that is its parent', (model) => (model.ensemble.trees[0]!.children[0] = 0)],
  ['a child that leads back', (model) => (model.ensemble.trees[0]!.children[2] = 1)],
  ['a child behind the last node', (model) => (model.ensemble.trees[0]!.children[2] = 5)],
  ['a right child behind the last node', (model) => (model.ensemble.trees[0]!.children[2] = 4)],
  ['half a child', (model) => (model.ensemble.trees[0]!.children[0] = 1.5)],
  ['a value beyond all reason', (model) => (model.ensemble.trees[0]!.values[1] = 1e300)],
];

function mapLists(tree: Tree, change: (list: number[]) => unknown): Tree {
  return Object.fromEntries(Object.entries(tree).map(([name, list]) => [name, change(list as number[])])) as never;
}

/** A tree each split of which has one leaf. */
function chain(splits: number): Tree {
  const nodes = Array.from({ length: 2 * splits + 1 }, (_, node) => node);
  const isSplit = (node: number) => node < 2 * splits && (node === 0 || node % 2 === 1);
  return {
    features: nodes.map((node) => (isSplit(node) ? 0 : -1)),
    thresholds: nodes.map(() => 1),
    missingLeft: nodes.map(() => 1),
    children: nodes.map((node) => (isSplit(node) ? (node === 0 ? 1 : node + 2) : 0)),
    values: nodes.map(() => 0),
  };
}

const knot = (logOdds: number, score: number) => ({ logOdds, score });

for (const [what, change] of DAMAGES) {
  test(`a model with ${what} is refused`, (t) => {
    t.is(parse(damage(change)), undefined);
  });
}

for (const name of ['features', 'thresholds', 'missingLeft', 'children', 'values'] as const) {
  test(`a tree whose ${name} are missing, too few, too many or no numbers is refused`, (t) => {
    const damages: ((tree: Tree) => void)[] = [
      (tree) => delete (tree as Partial<Tree>)[name],
      (tree) => (tree[name] = { length: tree[name].length } as never),
      (tree) => tree[name].pop(),
      (tree) => tree[name].push(0),
      (tree) => (tree[name][0] = NaN),
      (tree) => (tree[name][0] = '1' as never),
      (tree) => (tree[name][4] = null as never),
    ];
    for (const change of damages) t.is(parse(damage(({ ensemble }) => change(ensemble.trees[0]!))), undefined);
  });
}

test('whatever number stands wherever, a model that is accepted gives a score', (t) => {
  const paths = pathsOf(MODEL);
  const number = fc.oneof(
    fc.integer({ min: -3, max: 8 }),
    fc.double({ noNaN: true }),
    fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, 1e9, -1e9, 5e-324, FEATURES.length),
  );
  const changes = fc.array(fc.tuple(fc.constantFrom(...paths), number), { minLength: 1, maxLength: 4 });
  let accepted = 0;
  const property = fc.property(changes, fc.double(), (replaced, value) => {
    const stored = damage((model) => replaced.forEach(([path, by]) => replaceAt(model, path, by)));
    const model = parse(stored);
    if (!model) return;
    accepted += 1;
    const { logOdds, contributions } = explain(model.ensemble, new Float64Array(FEATURES.length).fill(value));
    const score = scoreOf(model.scale, logOdds);
    t.true(Number.isFinite(logOdds) && contributions.every(Number.isFinite) && score >= 0 && score <= 100);
  });
  fc.assert(property, { numRuns: 2_000 });
  t.true(accepted > 100, `${accepted}`);
});

type Path = readonly (string | number)[];

/** Where there are numbers in it. */
function pathsOf(value: unknown): Path[] {
  if (typeof value === 'number') return [[]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part).map((rest) => [key, ...rest]));
}

function replaceAt(target: unknown, path: Path, by: number): void {
  const parent = path.slice(0, -1).reduce((part, key) => (part as Record<string, unknown>)[key], target);
  (parent as Record<string, unknown>)[path.at(-1)!] = by;
}
