/** An outcome with the two scores its assessment got when it was made, before anybody knew. */
export interface ScoredOutcome {
  isFraud: boolean;
  defaultScore: number;
  adaptiveScore: number;
}

export interface Comparison {
  frauds: number;
  legitimate: number;
  /** Average precision of each, 0 to 1. */
  defaultPrecision: number;
  adaptivePrecision: number;
  /** How many standard errors the adaptive one lies above the default one. */
  zScore: number;
}

/** Fewer frauds than this decide nothing: what is used stays so. */
export const LEAST_FRAUDS_COMPARED = 20;
/** What it takes to be used, and to be used no more: less than that is chance. */
const WINNING_Z_SCORE = 2;

/**
 * Compares two scores on the same outcomes. Average precision is the mean, over all frauds, of the share of fraud among
 * what scores as high as that fraud or higher; so the two are compared fraud by fraud, and the standard error is that of
 * the mean of the differences.
 */
export function compareScores(outcomes: readonly ScoredOutcome[]): Comparison {
  const frauds = outcomes.filter(({ isFraud }) => isFraud).length;
  const byDefault = precisions(outcomes, ({ defaultScore }) => defaultScore);
  const byModel = precisions(outcomes, ({ adaptiveScore }) => adaptiveScore);
  const differences = byModel.map((precision, fraud) => precision - byDefault[fraud]!);
  return {
    frauds,
    legitimate: outcomes.length - frauds,
    defaultPrecision: mean(byDefault),
    adaptivePrecision: mean(byModel),
    zScore: zScoreOf(differences),
  };
}

/** Whether the adaptive score is to be used from now on. */
export function isWorthUsing(isUsed: boolean, { frauds, legitimate, zScore }: Comparison): boolean {
  if (frauds < LEAST_FRAUDS_COMPARED || legitimate === 0) return isUsed;
  return isUsed ? zScore > -WINNING_Z_SCORE : zScore >= WINNING_Z_SCORE;
}

/** For each fraud, in the order given, the share of fraud among what scores at least as high. */
function precisions(outcomes: readonly ScoredOutcome[], scoreOf: (outcome: ScoredOutcome) => number): number[] {
  const ranked = [...outcomes].sort((one, other) => scoreOf(other) - scoreOf(one));
  const byScore = new Map<number, number>();
  let frauds = 0;
  ranked.forEach((outcome, at) => {
    if (outcome.isFraud) frauds += 1;
    // Of equal scores the last one counts them all.
    byScore.set(scoreOf(outcome), frauds / (at + 1));
  });
  return outcomes.filter(({ isFraud }) => isFraud).map((outcome) => byScore.get(scoreOf(outcome))!);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function zScoreOf(differences: readonly number[]): number {
  const average = mean(differences);
  const variance = differences.reduce((sum, value) => sum + (value - average) ** 2, 0) / (differences.length - 1);
  const error = Math.sqrt(variance / differences.length);
  if (error > 0) return average / error;
  return average === 0 ? 0 : Math.sign(average) * WINNING_Z_SCORE;
}
