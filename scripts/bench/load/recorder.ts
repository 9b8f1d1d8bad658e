import { build, type Histogram } from 'hdr-histogram-js';
import type { PhaseOutcome } from '../protocol.ts';

/** Collects the answers of one phase. */
export interface Recorder {
  /**
   * @param from when the request was due, from `performance.now()`
   * @param sentAt when it left
   */
  record(result: string, from: number, sentAt: number): void;
  finish(): PhaseOutcome;
}

const MICROSECONDS = 1_000;
const LONGEST = 120_000 * MICROSECONDS;

/** Records latencies with three significant digits; the phase lasts from now to the last answer. */
export function createRecorder(): Recorder {
  const latencies = createHistogram();
  const lags = createHistogram();
  const errors: Record<string, number> = {};
  const startedAt = performance.now();
  let lastAt = startedAt;
  return {
    record: (result, from, sentAt) => {
      lastAt = performance.now();
      addValue(latencies, lastAt - from);
      addValue(lags, sentAt - from);
      if (result !== '200') errors[result] = (errors[result] ?? 0) + 1;
    },
    finish: () => {
      const at = (percentile: number) => latencies.getValueAtPercentile(percentile) / MICROSECONDS;
      return {
        requests: latencies.totalCount,
        seconds: (lastAt - startedAt) / 1000,
        latency: {
          mean: latencies.mean / MICROSECONDS,
          p50: at(50),
          p90: at(90),
          p99: at(99),
          p999: at(99.9),
          max: latencies.maxValue / MICROSECONDS,
        },
        lag: { p50: lags.getValueAtPercentile(50) / MICROSECONDS, p99: lags.getValueAtPercentile(99) / MICROSECONDS },
        errors,
      };
    },
  };
}

function createHistogram(): Histogram {
  return build({ lowestDiscernibleValue: 1, highestTrackableValue: LONGEST, numberOfSignificantValueDigits: 3 });
}

function addValue(histogram: Histogram, milliseconds: number): void {
  histogram.recordValue(Math.min(LONGEST, Math.round(milliseconds * MICROSECONDS)));
}
