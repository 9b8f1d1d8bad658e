import { compareScores, type Comparison } from './compare-scores.ts';
import { FEATURES, FEATURES_FINGERPRINT, readFeatures, type FeatureSource } from './features.ts';
import { fitScale, scoreOf, sharesOfLate } from './score-scale.ts';
import { boundsOf, type ScoringModel, type Tree } from './scoring-model.ts';
import { trainEnsemble, type TrainingSettings } from './train-ensemble.ts';

/** An assessment with its outcome, as it was known when it was made. */
export interface TrainingRow extends FeatureSource {
  isFraud: boolean;
  /** How many assessments it stands for: legitimate ones are sampled. */
  weight: number;
}

export interface TrainedModel {
  model: ScoringModel;
  /** Trees of each member. */
  rounds: number;
  /** Both profiles on the training rows, each scored by the member that has not seen it. */
  heldOut: Comparison;
}

/** Fewer teach nothing that would hold tomorrow. */
export const LEAST_TO_LEARN_FROM = { frauds: 20, legitimate: 200 } as const;

/** Chosen by a few runs with one seed on the scored rows of the cards data: what is measured there is a little flattered. */
const SETTINGS: TrainingSettings = {
  members: 5,
  rounds: 260,
  patience: 40,
  learningRate: 0.05,
  rowShare: 0.7,
  featureShare: 0.4,
  depth: 3,
  regularisation: 1,
  leastHessian: 1,
  leastGain: 0,
  seed: 1,
};

/**
 * Trains a model on what is known of past assessments. The same rows give the same model.
 *
 * @param rows the oldest first
 * @returns undefined when there is too little to learn from, or when nothing could be learned from it
 */
export function trainModel(rows: readonly TrainingRow[]): TrainedModel | undefined {
  const frauds = rows.filter(({ isFraud }) => isFraud).length;
  if (frauds < LEAST_TO_LEARN_FROM.frauds || rows.length - frauds < LEAST_TO_LEARN_FROM.legitimate) return undefined;
  const { ensemble, rounds, heldOut } = trainEnsemble(toTrainingSet(rows), SETTINGS);
  const bounds = boundsOf(ensemble);
  // Trees without a split, if any: the same for every row.
  if (bounds.least === bounds.largest) return undefined;
  // Log-odds of all rows: a scale that differs from version to version by chance ranks their scores at random.
  const points = rows.map(({ defaultScore, weight }, row) => ({ logOdds: heldOut[row]!, defaultScore, weight }));
  const scale = fitScale(points, { shares: sharesOfLate(points), bounds });
  return {
    model: {
      fingerprint: FEATURES_FINGERPRINT,
      ensemble: { base: ensemble.base, trees: ensemble.trees.map(shortenTree) },
      scale,
    },
    rounds,
    heldOut: compareScores(
      rows.map(({ isFraud, defaultScore }, row) => ({
        isFraud,
        defaultScore,
        adaptiveScore: scoreOf(scale, heldOut[row]!),
      })),
    ),
  };
}

function toTrainingSet(rows: readonly TrainingRow[]) {
  const columns = FEATURES.map(() => new Float64Array(rows.length));
  rows.forEach((row, at) => readFeatures(row).forEach((value, feature) => (columns[feature]![at] = value)));
  return {
    columns,
    directions: FEATURES.map(({ direction }) => direction),
    labels: Uint8Array.from(rows, ({ isFraud }) => (isFraud ? 1 : 0)),
    weights: Float64Array.from(rows, ({ weight }) => weight),
  };
}

/** Values are stored to so many digits. */
const DIGITS = 6;

function shortenTree(tree: Tree): Tree {
  return { ...tree, values: tree.values.map((value) => Number(value.toPrecision(DIGITS))) };
}
