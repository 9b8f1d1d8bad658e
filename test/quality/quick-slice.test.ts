import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import { processEnvironment } from '../../platform/config.ts';
import { findDataFiles } from '../../scripts/quality/data.ts';
import { measureSplit } from '../../scripts/quality/measure.ts';
import { readScores } from '../../scripts/quality/score-file.ts';
import { runProgram } from '../support/programs.ts';

/** Measured on the quick slice of the cards, less a margin for what changes a score without making it worse. */
const LEAST_AVERAGE_PRECISION = 0.33;
const TIMEOUT_MS = 280_000;

/** The folder of the labelled data: asked for by name, because a replay takes minutes beside other tests. */
function findDataDir(log: (message: string) => void): string | undefined {
  const dataDir = processEnvironment()['QUALITY_DATA'];
  if (dataDir === undefined) {
    log('left out: QUALITY_DATA names no folder of labelled data (scripts/quality/README.md)');
    return undefined;
  }
  return path.dirname(findDataFiles('cards', dataDir, processEnvironment()).replay);
}

test('the quick slice of the cards is told apart as well as it was', async (t) => {
  t.timeout(TIMEOUT_MS);
  const dataDir = findDataDir((message) => t.log(message));
  if (dataDir === undefined) {
    t.pass();
    return;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fraud-risk-quality-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const scores = path.join(folder, 'scores.csv');
  const args = ['--import', 'tsx', 'scripts/quality/main.ts', 'cards', '--quick', '--data', dataDir, '--out', scores];
  const { code, stdout, stderr } = await runProgram(process.execPath, args, { timeoutMs: TIMEOUT_MS });
  t.is(code, 0, stderr);
  t.notRegex(stdout, /WARNING/);
  const { count, frauds, ranking } = measureSplit(readScores(scores));
  t.deepEqual({ count, frauds }, { count: 2_492, frauds: 79 });
  t.true(ranking.averagePrecision >= LEAST_AVERAGE_PRECISION, `average precision ${ranking.averagePrecision}`);
});
