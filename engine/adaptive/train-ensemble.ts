import { createRandom, type Random } from '../graph/random.ts';
import { binFeature } from './bin-features.ts';
import type { Direction } from './features.ts';
import { growTree, type Derivatives, type TreeSettings } from './grow-tree.ts';
import { childOf, type Ensemble, type Tree } from './scoring-model.ts';

/** Rows with outcomes, the oldest first. */
export interface TrainingSet {
  /** One list per feature, a value per row; NaN is missing. */
  columns: readonly Float64Array[];
  directions: readonly Direction[];
  /** 1 is fraud. */
  labels: Uint8Array;
  /** How many rows each stands for. */
  weights: Float64Array;
}

export interface TrainingSettings extends TreeSettings {
  /** Members of the committee, each trained without one slice of time. */
  members: number;
  /** Trees of a member, at most. */
  rounds: number;
  /** Rounds without a smaller held-out loss after which training ends. */
  patience: number;
  learningRate: number;
  /** Shares of the rows and of the features that one tree looks at. */
  rowShare: number;
  featureShare: number;
  /** The same seed and rows give the same trees. */
  seed: number;
}

export interface TrainedEnsemble {
  ensemble: Ensemble;
  /** Trees of each member. */
  rounds: number;
  /** The log-odds of each row by the member that was trained without it. */
  heldOut: Float64Array;
}

/** A boosted model, how far it has come, and the rows it must not see. */
interface Member {
  trees: Tree[];
  trainedOn: Uint32Array;
  heldOut: Uint32Array;
  logOdds: Float64Array;
}

/**
 * Trains a committee of gradient-boosted trees on the logistic loss (Friedman 2001, 2002), whose log-odds are averaged as
 * in bagging (Breiman 1996). Each member leaves out one slice of time, on which it is judged: the number of rounds is the
 * one at which the whole committee does best on what its members have not seen.
 *
 * @param set at least `members` rows, some of each label
 */
export function trainEnsemble(set: TrainingSet, settings: TrainingSettings): TrainedEnsemble {
  const random = createRandom(settings.seed);
  const rows = set.labels.length;
  const mass = balance(set);
  const features = set.columns.map((column) => binFeature(column, mass));
  const usable = [...features.keys()].filter((feature) =>
    features[feature]!.bins.some((bin, _, all) => bin !== all[0]),
  );
  const base = logOddsOf(set);
  const members = makeMembers(rows, settings.members, base);
  const derivatives: Derivatives = { gradients: new Float64Array(rows), hessians: new Float64Array(rows) };
  let best: { loss: number; rounds: number; heldOut: Float64Array } = {
    loss: Infinity,
    rounds: 0,
    heldOut: new Float64Array(rows).fill(base),
  };
  for (let round = 1; round <= settings.rounds && round - best.rounds <= settings.patience; round += 1) {
    for (const member of members) {
      derive(set, member.logOdds, derivatives);
      const sample = {
        rows: member.trainedOn.filter(() => random() < settings.rowShare),
        candidates: sampleFeatures(usable, settings.featureShare, random),
      };
      const tree = growTree({ ...derivatives, ...sample, features, directions: set.directions }, settings);
      addTree(member, scaleTree(tree, settings.learningRate), set.columns);
    }
    const loss = heldOutLoss(set, members);
    if (loss < best.loss) best = { loss, rounds: round, heldOut: collectHeldOut(members, rows) };
  }
  const trees = members.flatMap((member) => member.trees.slice(0, best.rounds));
  return {
    ensemble: { base, trees: trees.map((tree) => scaleTree(tree, 1 / members.length)) },
    rounds: best.rounds,
    heldOut: best.heldOut,
  };
}

/** Fraud and the rest weigh the same, so that bins are narrow where the rare frauds are. */
function balance({ labels, weights }: TrainingSet): Float64Array {
  const { fraud, total } = sumWeights({ labels, weights });
  return weights.map((weight, row) => weight / (labels[row] === 1 ? fraud : total - fraud));
}

function logOddsOf(set: Pick<TrainingSet, 'labels' | 'weights'>): number {
  const { fraud, total } = sumWeights(set);
  return Math.log(fraud / (total - fraud));
}

function sumWeights({ labels, weights }: Pick<TrainingSet, 'labels' | 'weights'>): { fraud: number; total: number } {
  const sums = { fraud: 0, total: 0 };
  weights.forEach((weight, row) => {
    sums.total += weight;
    if (labels[row] === 1) sums.fraud += weight;
  });
  return sums;
}

function makeMembers(rows: number, members: number, base: number): Member[] {
  const sliceStart = (slice: number) => Math.floor((slice * rows) / members);
  return Array.from({ length: members }, (_, slice) => {
    const isHeldOut = (row: number) => row >= sliceStart(slice) && row < sliceStart(slice + 1);
    const all = Uint32Array.from({ length: rows }, (_, row) => row);
    return {
      trees: [],
      trainedOn: all.filter((row) => !isHeldOut(row)),
      heldOut: all.filter(isHeldOut),
      logOdds: new Float64Array(rows).fill(base),
    };
  });
}

/** Keeps a row that is certain from weighing nothing at all. */
const LEAST_VARIANCE = 1e-6;

/** First and second derivatives of the weighted logistic loss by the log-odds. */
function derive({ labels, weights }: TrainingSet, logOdds: Float64Array, { gradients, hessians }: Derivatives): void {
  for (let row = 0; row < labels.length; row += 1) {
    const probability = 1 / (1 + Math.exp(-logOdds[row]!));
    gradients[row] = weights[row]! * (probability - labels[row]!);
    hessians[row] = weights[row]! * Math.max(probability * (1 - probability), LEAST_VARIANCE);
  }
}

function sampleFeatures(usable: readonly number[], share: number, random: Random): number[] {
  const sample = usable.filter(() => random() < share);
  return sample.length > 0 ? sample : [...usable];
}

function scaleTree(tree: Tree, factor: number): Tree {
  return { ...tree, values: tree.values.map((value) => value * factor) };
}

function addTree({ trees, logOdds }: Member, tree: Tree, columns: TrainingSet['columns']): void {
  trees.push(tree);
  for (let row = 0; row < logOdds.length; row += 1) {
    let node = 0;
    for (let feature = tree.features[node]!; feature >= 0; feature = tree.features[node]!) {
      node = childOf(tree, node, columns[feature]![row]!);
    }
    logOdds[row]! += tree.values[node]!;
  }
}

function heldOutLoss({ labels, weights }: TrainingSet, members: readonly Member[]): number {
  let loss = 0;
  for (const { heldOut, logOdds } of members) {
    for (const row of heldOut) {
      const wrong = labels[row] === 1 ? -logOdds[row]! : logOdds[row]!;
      // ln(1 + e^x), without overflow.
      loss += weights[row]! * (Math.max(wrong, 0) + Math.log1p(Math.exp(-Math.abs(wrong))));
    }
  }
  return loss;
}

function collectHeldOut(members: readonly Member[], rows: number): Float64Array {
  const all = new Float64Array(rows);
  for (const { heldOut, logOdds } of members) for (const row of heldOut) all[row] = logOdds[row]!;
  return all;
}
