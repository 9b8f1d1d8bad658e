/** Codes of the bins of one feature; missing values have one of their own. */
export const MAX_BINS = 63;
export const MISSING_BIN = 63;

/** One feature of all rows, cut into bins. */
export interface BinnedFeature {
  /** Bin of each row: values up to `edges[bin]` and above the edge before; or MISSING_BIN. */
  bins: Uint8Array;
  /** Ascending; the last bin has no edge. */
  edges: Float64Array;
}

/**
 * Cuts a feature into at most MAX_BINS bins that hold about the same mass. Fraud is rare and sits in the tails: there the
 * bins are narrow when the masses of fraud and of legitimate rows are the same.
 *
 * @param values one per row; NaN is missing
 * @param mass one per row, not negative
 */
export function binFeature(values: Float64Array, mass: Float64Array): BinnedFeature {
  const edges = findEdges(values, mass);
  const bins = Uint8Array.from(values, (value) => (Number.isNaN(value) ? MISSING_BIN : binOf(edges, value)));
  return { bins, edges };
}

/** Midpoints between neighbouring distinct values, where the mass up to them passes another share of the whole. */
function findEdges(values: Float64Array, mass: Float64Array): Float64Array {
  const order = Uint32Array.from(values.keys())
    .filter((row) => !Number.isNaN(values[row]!))
    .sort((one, other) => values[one]! - values[other]!);
  const total = order.reduce((sum, row) => sum + mass[row]!, 0);
  const edges: number[] = [];
  let below = 0;
  let due = total / MAX_BINS;
  for (let at = 0; at + 1 < order.length; at += 1) {
    below += mass[order[at]!]!;
    const value = values[order[at]!]!;
    const next = values[order[at + 1]!]!;
    if (value === next || below < due) continue;
    edges.push(between(value, next));
    if (edges.length === MAX_BINS - 1) break;
    // What is left is shared among the bins that are left: one heavy value does not use up those of the others.
    due = below + (total - below) / (MAX_BINS - edges.length);
  }
  return Float64Array.from(edges);
}

/** A number from the smaller value on and below the larger, however close they are. */
function between(smaller: number, larger: number): number {
  const middle = smaller + (larger - smaller) / 2;
  return middle < larger ? middle : smaller;
}

/** The first bin whose edge the value does not pass. */
function binOf(edges: Float64Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value <= edges[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}
