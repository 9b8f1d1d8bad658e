import { FEATURES, FEATURES_FINGERPRINT } from '../../../engine/adaptive/features.ts';
import type { ScoringModel, Tree } from '../../../engine/adaptive/scoring-model.ts';

/** A tree of one split on a feature by its name: so much log-odds up to the threshold, so much above, on average nothing. */
export function stump(feature: string, threshold: number, left: number, right: number, missingLeft = 1): Tree {
  return {
    features: [FEATURES.findIndex(({ name }) => name === feature), -1, -1],
    thresholds: [threshold, 0, 0],
    missingLeft: [missingLeft, 0, 0],
    children: [1, 0, 0],
    values: [0, left, right],
  };
}

/** A model of these trees; its score is 50 at even odds and 10 more or less for each log-odds. */
export function makeModel(trees: Tree[], base = 0): ScoringModel {
  return {
    fingerprint: FEATURES_FINGERPRINT,
    ensemble: { base, trees },
    scale: [
      { logOdds: -5, score: 0 },
      { logOdds: 0, score: 50 },
      { logOdds: 5, score: 100 },
    ],
  };
}
