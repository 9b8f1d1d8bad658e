import type { BinnedFeature } from './bin-features.ts';
import { MISSING_BIN } from './bin-features.ts';
import type { Direction } from './features.ts';
import type { Tree } from './scoring-model.ts';

/** What a tree is grown on: first and second derivatives of the loss by the log-odds of each row. */
export interface Derivatives {
  gradients: Float64Array;
  hessians: Float64Array;
}

export interface TreeInput extends Derivatives {
  features: readonly BinnedFeature[];
  directions: readonly Direction[];
  /** Rows and features that this tree may look at. */
  rows: Uint32Array;
  candidates: readonly number[];
}

export interface TreeSettings {
  depth: number;
  /** Pulls the value of small leaves towards zero (L2). */
  regularisation: number;
  /** The least sum of second derivatives in a leaf. */
  leastHessian: number;
  /** The least gain of a split. */
  leastGain: number;
}

/** Derivatives summed over some rows. */
interface Sums {
  gradient: number;
  hessian: number;
}

/** A node that may be split, with the bounds that keep monotone features monotone. */
interface Node extends Sums {
  value: number;
  lower: number;
  upper: number;
}

interface Split {
  gain: number;
  feature: number;
  /** The last bin that goes left. */
  bin: number;
  missingLeft: boolean;
  left: Node;
  right: Node;
}

const BINS = MISSING_BIN + 1;

/**
 * Grows one regression tree level by level on histograms of the derivatives (Friedman 2001; Chen and Guestrin 2016): each
 * split is the one that lowers the second-order approximation of the loss most, each value is the Newton step
 * `-Σgradient / (Σhessian + regularisation)`. A split on a monotone feature keeps the right side's value from falling below
 * the left's, and the middle of both bounds all that grows under it. Missing values go where they fit better.
 */
export function growTree(input: TreeInput, settings: TreeSettings): Tree {
  const tree: Tree = { features: [], thresholds: [], missingLeft: [], children: [], values: [] };
  const nodeOf = new Int16Array(input.gradients.length);
  const root = makeNode(sumOf(input), -Infinity, Infinity, settings);
  let level = [{ id: addNode(tree, root), node: root }];
  for (let depth = 0; depth < settings.depth && level.length > 0; depth += 1) {
    const splits = findSplits(
      input,
      nodeOf,
      level.map(({ node }) => node),
      settings,
    );
    const next: typeof level = [];
    /** By place in this level: where its rows go, by place in the next level. */
    const moves: (Pick<Split, 'feature' | 'bin' | 'missingLeft'> & { left: number })[] = [];
    level.forEach(({ id }, place) => {
      const split = splits[place];
      if (!split) return;
      const { feature, bin, missingLeft, left, right } = split;
      moves[place] = { feature, bin, missingLeft, left: next.length };
      tree.features[id] = feature;
      tree.thresholds[id] = input.features[feature]!.edges[bin] ?? Number.MAX_VALUE;
      tree.missingLeft[id] = missingLeft ? 1 : 0;
      tree.children[id] = addNode(tree, left);
      next.push({ id: tree.children[id], node: left }, { id: addNode(tree, right), node: right });
    });
    moveRows(input, nodeOf, moves);
    level = next;
  }
  return tree;
}

function addNode(tree: Tree, { value }: Node): number {
  tree.features.push(-1);
  tree.thresholds.push(0);
  tree.missingLeft.push(0);
  tree.children.push(0);
  return tree.values.push(value) - 1;
}

function sumOf({ gradients, hessians, rows }: TreeInput): Sums {
  let gradient = 0;
  let hessian = 0;
  for (const row of rows) {
    gradient += gradients[row]!;
    hessian += hessians[row]!;
  }
  return { gradient, hessian };
}

function makeNode({ gradient, hessian }: Sums, lower: number, upper: number, settings: TreeSettings): Node {
  const step = -gradient / (hessian + settings.regularisation);
  return { gradient, hessian, value: Math.min(upper, Math.max(lower, step)), lower, upper };
}

/** How much a node lowers the loss with its value, twice over: the terms that do not depend on the split cancel out. */
function worthOf({ gradient, hessian, value }: Node, { regularisation }: TreeSettings): number {
  return -(2 * gradient + (hessian + regularisation) * value) * value;
}

/** The best split of each node of a level, undefined where none is worth it. */
function findSplits(
  input: TreeInput,
  nodeOf: Int16Array,
  nodes: readonly Node[],
  settings: TreeSettings,
): (Split | undefined)[] {
  const best: (Split | undefined)[] = nodes.map(() => undefined);
  const gradients = new Float64Array(nodes.length * BINS);
  const hessians = new Float64Array(nodes.length * BINS);
  for (const feature of input.candidates) {
    const { bins, edges } = input.features[feature]!;
    gradients.fill(0);
    hessians.fill(0);
    addHistograms(input, nodeOf, bins, { gradients, hessians });
    nodes.forEach((node, place) => {
      const histogram = {
        gradients: gradients.subarray(place * BINS, (place + 1) * BINS),
        hessians: hessians.subarray(place * BINS, (place + 1) * BINS),
      };
      const split = scanFeature(feature, input.directions[feature]!, edges.length, node, histogram, settings);
      if (split && split.gain > (best[place]?.gain ?? settings.leastGain)) best[place] = split;
    });
  }
  return best;
}

/** Adds the derivatives of each row to the slot of its node and bin. The inner loop of training. */
function addHistograms(
  { rows, gradients, hessians }: TreeInput,
  nodeOf: Int16Array,
  bins: Uint8Array,
  sums: Derivatives,
): void {
  const gradientSums = sums.gradients;
  const hessianSums = sums.hessians;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    const node = nodeOf[row]!;
    if (node < 0) continue;
    const slot = node * BINS + bins[row]!;
    gradientSums[slot]! += gradients[row]!;
    hessianSums[slot]! += hessians[row]!;
  }
}

function scanFeature(
  feature: number,
  direction: Direction,
  edges: number,
  node: Node,
  { gradients, hessians }: Derivatives,
  settings: TreeSettings,
): Split | undefined {
  const missing: Sums = { gradient: gradients[MISSING_BIN]!, hessian: hessians[MISSING_BIN]! };
  const before = worthOf(node, settings);
  let best: Split | undefined;
  let gradient = 0;
  let hessian = 0;
  for (let bin = 0; bin <= edges; bin += 1) {
    gradient += gradients[bin]!;
    hessian += hessians[bin]!;
    for (const missingLeft of missing.hessian > 0 ? [false, true] : [false]) {
      // Behind the last bin there is nothing but what is missing.
      if (bin === edges && (missingLeft || missing.hessian === 0)) continue;
      const left: Sums = missingLeft
        ? { gradient: gradient + missing.gradient, hessian: hessian + missing.hessian }
        : { gradient, hessian };
      const right: Sums = { gradient: node.gradient - left.gradient, hessian: node.hessian - left.hessian };
      if (left.hessian < settings.leastHessian || right.hessian < settings.leastHessian) continue;
      const split = trySplit(node, left, right, bin === edges ? 0 : direction, settings);
      if (!split) continue;
      const gain = worthOf(split.left, settings) + worthOf(split.right, settings) - before;
      if (gain > (best?.gain ?? 0)) best = { gain, feature, bin, missingLeft, ...split };
    }
  }
  return best;
}

function trySplit(
  { lower, upper }: Node,
  left: Sums,
  right: Sums,
  direction: Direction,
  settings: TreeSettings,
): Pick<Split, 'left' | 'right'> | undefined {
  const one = makeNode(left, lower, upper, settings);
  const other = makeNode(right, lower, upper, settings);
  if (direction === 0) return { left: one, right: other };
  if (one.value > other.value) return undefined;
  const middle = (one.value + other.value) / 2;
  one.upper = middle;
  other.lower = middle;
  return { left: one, right: other };
}

/** Sends each row to its side of the split; rows of nodes that were not split have arrived (-1). */
function moveRows(
  { features, rows }: TreeInput,
  nodeOf: Int16Array,
  moves: readonly (Pick<Split, 'feature' | 'bin' | 'missingLeft'> & { left: number })[],
): void {
  for (const row of rows) {
    const node = nodeOf[row]!;
    if (node < 0) continue;
    const move = moves[node];
    if (!move) {
      nodeOf[row] = -1;
      continue;
    }
    const bin = features[move.feature]!.bins[row]!;
    const goesLeft = bin === MISSING_BIN ? move.missingLeft : bin <= move.bin;
    nodeOf[row] = goesLeft ? move.left : move.left + 1;
  }
}
