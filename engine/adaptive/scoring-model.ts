import type { Knot } from './score-scale.ts';

/** A binary tree as parallel lists, one entry per node, the root first. */
export interface Tree {
  /** The feature a node splits on; -1 in a leaf. */
  features: number[];
  /** Values up to it go left. */
  thresholds: number[];
  /** 1 where missing values go left. */
  missingLeft: number[];
  /** The left child; the right one is next to it. */
  children: number[];
  /** Log-odds that a node adds: in a leaf the answer, above it what the answer would be if the tree ended there. */
  values: number[];
}

/** Trees whose answers add up to the log-odds of fraud. */
export interface Ensemble {
  /** Log-odds of a row of which nothing is known yet. */
  base: number;
  trees: Tree[];
}

/** The child that a value of the node's feature goes to. */
export function childOf(tree: Tree, node: number, value: number): number {
  const goesLeft = Number.isNaN(value) ? tree.missingLeft[node] === 1 : value <= tree.thresholds[node]!;
  return goesLeft ? tree.children[node]! : tree.children[node]! + 1;
}

export interface Explanation {
  logOdds: number;
  /** What is the same for every row. */
  base: number;
  /** What each feature moved the log-odds by; with the base they add up to them. */
  contributions: Float64Array;
}

/**
 * The log-odds with what each feature contributed: along the way of the row through each tree, the change of value at a
 * split belongs to the feature of the split (Saabas 2014).
 */
export function explain({ base, trees }: Ensemble, values: Float64Array): Explanation {
  const contributions = new Float64Array(values.length);
  let start = base;
  for (const tree of trees) {
    let node = 0;
    start += tree.values[0]!;
    for (let feature = tree.features[node]!; feature >= 0; feature = tree.features[node]!) {
      const child = childOf(tree, node, values[feature]!);
      contributions[feature]! += tree.values[child]! - tree.values[node]!;
      node = child;
    }
  }
  return { logOdds: contributions.reduce((sum, part) => sum + part, start), base: start, contributions };
}

/** What a company's outcomes have taught, ready to score with. */
export interface ScoringModel {
  /** Of the list of features it was trained on. */
  fingerprint: string;
  ensemble: Ensemble;
  scale: Knot[];
}

/** The least and the largest log-odds that trees can come to. */
export function boundsOf({ base, trees }: Ensemble): { least: number; largest: number } {
  const bounds = { least: base, largest: base };
  for (const { features, values } of trees) {
    const leaves = values.filter((_, node) => features[node]! < 0);
    bounds.least += Math.min(...leaves);
    bounds.largest += Math.max(...leaves);
  }
  return bounds;
}

/** What training makes at most, 1,300 trees of 15 nodes and 14 knots, and quickly walked through. */
const MOST_NODES = 20_000;
const MOST_KNOTS = 100;
/** Far more than trees come to; sums of so many stay finite. */
const MOST_LOG_ODDS = 1e9;

/**
 * Checks a stored model, so that whatever stands there can neither stop a request nor keep it busy.
 *
 * @returns undefined for anything else than a model for this many features
 */
export function parseModel(stored: unknown, features: number): ScoringModel | undefined {
  const model = stored as Partial<ScoringModel> | null | undefined;
  if (typeof model?.fingerprint !== 'string' || !model.ensemble || !Array.isArray(model.scale)) return undefined;
  const { base, trees } = model.ensemble as Partial<Ensemble>;
  const isSound =
    isLogOdds(base) &&
    Array.isArray(trees) &&
    trees.every((tree) => isTree(tree, features)) &&
    trees.reduce((nodes, { values }) => nodes + values.length, 0) <= MOST_NODES &&
    model.scale.length >= 2 &&
    model.scale.length <= MOST_KNOTS &&
    model.scale.every((knot, at, scale) => isKnot(knot) && (at === 0 || isAbove(knot, scale[at - 1]!)));
  return isSound ? (model as ScoringModel) : undefined;
}

function isTree(tree: Partial<Tree> | null | undefined, features: number): boolean {
  const lists = [tree?.features, tree?.thresholds, tree?.missingLeft, tree?.children, tree?.values];
  const nodes = tree?.values?.length ?? 0;
  if (nodes === 0 || !lists.every((list) => isNumbers(list) && list.length === nodes)) return false;
  if (!tree!.values!.every(isLogOdds)) return false;
  return tree!.features!.every((feature, node) => {
    const child = tree!.children![node]!;
    // Children come after their parent: every way through a tree ends.
    return feature === -1 || (isIndex(feature, features) && isIndex(child, nodes - 1) && child > node);
  });
}

function isNumbers(list: unknown): list is number[] {
  return Array.isArray(list) && list.every((value) => Number.isFinite(value));
}

function isLogOdds(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MOST_LOG_ODDS;
}

function isIndex(value: number, length: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < length;
}

function isKnot(knot: Partial<Knot> | null): boolean {
  return isLogOdds(knot?.logOdds) && Number.isFinite(knot?.score) && knot!.score! >= 0 && knot!.score! <= 100;
}

function isAbove(knot: Knot, before: Knot): boolean {
  return knot.logOdds > before.logOdds && knot.score > before.score;
}
