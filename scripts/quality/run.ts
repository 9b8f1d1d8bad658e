import path from 'node:path';
import process from 'node:process';
import type { Logger } from '../../platform/logger.ts';
import type { Shutdown } from '../../platform/shutdown.ts';
import { StartError } from '../../platform/start-error.ts';
import { startProgress } from '../demo/progress.ts';
import { registerTenant } from '../demo/tenant.ts';
import { openClient } from './client.ts';
import { compareWithFile } from './compare.ts';
import { findDataFiles, readLabels, type DataFiles } from './data.ts';
import { openDump } from './dump.ts';
import { measureSplit } from './measure.ts';
import type { DataSet, ReplayOptions } from './options.ts';
import { replaySteps, type Replayed } from './replay.ts';
import { renderReport } from './report.ts';
import { writeScores } from './score-file.ts';
import { chooseShift, measureSteps, prepareSteps } from './steps.ts';
import { writeCurves } from './svg.ts';
import { chooseProfile } from './system/policy.ts';
import { startQualitySystem, type System } from './system/start.ts';

export interface Surroundings {
  environment: Record<string, string | undefined>;
  shutdown: Pick<Shutdown, 'add'>;
  logger: Logger;
  /** Aborted when the run is interrupted. */
  interruption: AbortController;
}

const RESULTS_DIR = path.resolve(import.meta.dirname, '../../quality-results');

/**
 * Replays one or both data sets on a system of its own, and prints what it measured.
 *
 * @throws StartError when the data is not there
 */
export async function runReplays(options: ReplayOptions, surroundings: Surroundings): Promise<void> {
  const { environment, shutdown, logger, interruption } = surroundings;
  const inputs = options.dataSets.map((dataSet) => ({
    dataSet,
    files: findDataFiles(dataSet, options.dataDir, environment),
  }));
  const system = await startQualitySystem(shutdown, logger);
  const running = (async () => {
    for (const { dataSet, files } of inputs) {
      const replayed = await runReplay(system, dataSet, files, options, interruption.signal);
      report(dataSet, options, replayed);
    }
  })();
  // Closed first: the system is there until the call that is under way is answered.
  shutdown.add('replay', async () => {
    interruption.abort();
    await running.catch(() => {});
  });
  await running;
}

async function runReplay(
  { baseUrl, background }: System,
  dataSet: DataSet,
  files: DataFiles,
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<Replayed> {
  const labels = await readLabels(files.truth);
  const openSteps = await prepareSteps(files, dataSet, labels, options);
  const { calls, lastAt } = await measureSteps(openSteps());
  const tenant = await registerTenant(baseUrl, dataSet);
  await chooseProfile(tenant, options.profile);
  console.log(`\n${dataSet}: ${calls} calls, profile ${options.profile}, feedback ${options.feedback}`);
  const dump = options.dump === undefined ? undefined : openDump(options.dump, labels);
  const client = openClient(tenant);
  const progress = startProgress(calls);
  try {
    return await replaySteps({
      client,
      dataSet,
      steps: openSteps(),
      labels,
      shiftMs: chooseShift(lastAt, Date.now()),
      idleEveryMs: options.idleEveryMs,
      background,
      progress,
      onAssessed: dump?.add,
      signal,
    });
  } finally {
    progress.finish();
    client.close();
    await dump?.close();
  }
}

function report(dataSet: DataSet, options: ReplayOptions, replayed: Replayed): void {
  const { scored } = replayed;
  const file = options.out ?? path.join(RESULTS_DIR, `${nameRun(dataSet, options)}.csv`);
  const curves = `${file.replace(/\.csv$/, '')}.svg`;
  // Before the file is written: it may be the same one.
  const comparison = options.against === undefined ? [] : compareWithFile(options.against, scored);
  writeScores(file, scored);
  writeCurves(curves, nameRun(dataSet, options), scored);
  const lines = renderReport(replayed, { dataSet, ...options });
  const written = [file, curves].map((name) => path.relative(process.cwd(), name));
  console.log([...lines, ...comparison, '', `Scores: ${written[0]}  Curves: ${written[1]}`].join('\n'));
  if (options.least !== undefined) requireLeast(replayed, options.least);
}

/** @throws StartError unless the scores are worth something, and all of them were made of all there is */
function requireLeast({ scored, degraded, failedJobs }: Replayed, least: number): void {
  const { averagePrecision } = measureSplit(scored).ranking;
  if (!(averagePrecision >= least)) {
    throw new StartError(`FAILED: average precision ${averagePrecision.toFixed(4)} instead of ${least} at least`);
  }
  if (degraded + failedJobs > 0)
    throw new StartError(`FAILED: ${degraded} answers degraded, ${failedJobs} jobs failed`);
}

/** What tells runs apart that must not be compared by accident. */
function nameRun(dataSet: DataSet, { profile, quick, feedback }: ReplayOptions): string {
  return [dataSet, profile, ...(quick ? ['quick'] : []), ...(feedback === '7' ? [] : [`feedback-${feedback}`])].join(
    '-',
  );
}
