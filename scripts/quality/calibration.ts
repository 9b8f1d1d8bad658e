/** Events whose scores lie in the same tenth of the scale. */
export interface CalibrationBin {
  /** Scores, 0 to 100: `from` is in it, `to` is not, but for the last one. */
  from: number;
  to: number;
  count: number;
  /** NaN in an empty bin, like the rate. */
  meanScore: number;
  /** Share of frauds, 0 to 1: a calibrated score is a hundred times that. */
  fraudRate: number;
}

const BINS = 10;
const WIDTH = 100 / BINS;

/** Sorts scores into ten bins of equal width. */
export function calibrate(scored: readonly { score: number; label: number }[]): CalibrationBin[] {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, scores: 0, frauds: 0 }));
  for (const { score, label } of scored) {
    const bin = bins[Math.min(BINS - 1, Math.floor(score / WIDTH))];
    if (!bin) continue;
    bin.count += 1;
    bin.scores += score;
    bin.frauds += label;
  }
  return bins.map(({ count, scores, frauds }, index) => ({
    from: index * WIDTH,
    to: (index + 1) * WIDTH,
    count,
    meanScore: scores / count,
    fraudRate: frauds / count,
  }));
}
