import { BETWEENNESS_DELTA } from '../../engine/graph/betweenness.ts';
import type { PassReport, PassStep } from '../../workers/graph-pass/run-pass.ts';
import type { MeasuredPass } from './pass-process.ts';

/** What the spec asks of a graph of a million users and three million edges, on two cores. */
const TARGET = { seconds: 60, bytes: 2 * 1024 ** 3 };
const MIB = 1024 ** 2;

const REMARKS: Partial<Record<PassStep, (report: PassReport) => string>> = {
  load: ({ users, edges }) => `${users} users, ${edges} edges out of PostgreSQL`,
  build: ({ superConnectors }) => `${superConnectors} super-connectors left out`,
  components: ({ effort }) => `${effort.components} components`,
  pagerank: ({ effort }) => `${effort.pagerankIterations} iterations`,
  betweenness: ({ effort }) =>
    `${effort.sampledPaths} paths in ${effort.sampledComponents} large components: ±${effort.sampledEpsilon.toFixed(3)} with probability ${1 - BETWEENNESS_DELTA}; the others exact`,
  write: ({ users }) => `${users} rows`,
};

/** The table of one pass. */
export function formatPass({ report, peakResident }: MeasuredPass): string {
  const rows = Object.entries(report.steps).map(([step, ms]) => {
    return [step, seconds(ms), REMARKS[step as PassStep]?.(report) ?? ''] as const;
  });
  const memory = `${mebibytes(report.peakBytes)} more than before; process at most ${mebibytes(peakResident)}`;
  return [['step', 'seconds', ''] as const, ...rows, ['total', seconds(report.durationMs), memory] as const]
    .map(([step, time, remark]) => `${step.padEnd(12)}${time.padStart(8)}  ${remark}`.trimEnd())
    .join('\n');
}

/** Whether PageRank and similarity, with all that must come before them, are within the target. */
export function judgePass({ report, peakResident }: MeasuredPass): { passed: boolean; text: string } {
  const { load = 0, build = 0, pagerank = 0, similarity = 0 } = report.steps;
  const took = (load + build + pagerank + similarity) / 1_000;
  const bytes = peakResident ?? report.peakBytes;
  const passed = took < TARGET.seconds && bytes < TARGET.bytes;
  const text = `${passed ? 'PASS' : 'FAIL'}: PageRank and similarity, with loading, in ${took.toFixed(1)} s (target ${TARGET.seconds} s) and ${mebibytes(bytes)} (target ${mebibytes(TARGET.bytes)})`;
  return { passed, text };
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2);
}

function mebibytes(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : `${Math.round(bytes / MIB)} MiB`;
}
