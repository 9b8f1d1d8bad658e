import { stripVTControlCharacters } from 'node:util';

/** How many tests of one or more runs passed and failed. */
export interface Totals {
  passed: number;
  failed: number;
}

/** What the summaries of ava call a failure, in its own format and in TAP. */
const PASSED = [/^\s*(\d+) (?:tests? )?passed/, /^# pass (\d+)$/];
const TICK = /^\s*[✔√] (?!\[expected fail\])/;
const FAILED = [
  /^\s*(\d+) (?:tests?|hooks?) failed/,
  /^\s*(\d+) (?:known failures?|uncaught exceptions?|unhandled rejections?)/,
  /^\s*(\d+) tests? (?:remained|were) pending/,
  /^# fail (\d+)$/,
];

/**
 * Reads the totals of one run of ava.
 *
 * @param output all that ava printed, with or without colours
 * @param exitCode of ava; a run that failed without a failed test (a file that does not load, a time-out) counts as one
 */
export function readTotals(output: string, exitCode: number | null): Totals {
  const lines = stripVTControlCharacters(output).split('\n');
  const failed = sumMatches(lines, FAILED);
  // When a test fails, the summary leaves out how many passed.
  const ticks = lines.filter((line) => TICK.test(line)).length;
  return { passed: Math.max(ticks, sumMatches(lines, PASSED)), failed: exitCode === 0 ? 0 : Math.max(1, failed) };
}

export function addTotals(all: readonly Totals[]): Totals {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function sumMatches(lines: string[], patterns: RegExp[]): number {
  return lines
    .flatMap((line) => patterns.map((pattern) => Number(pattern.exec(line)?.[1] ?? 0)))
    .reduce((sum, count) => sum + count, 0);
}
