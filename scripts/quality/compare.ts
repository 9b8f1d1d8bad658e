import { StartError } from '../../platform/start-error.ts';
import { renderTable } from '../demo/table.ts';
import { compareRuns, type Difference, type PairedScores } from './bootstrap.ts';
import { readScores } from './score-file.ts';
import type { ScoredEvent } from './scored-event.ts';

const DIGITS = 4;

/** Compares two files of scores, split by split. @throws StartError when they have no events in common */
export function compareFiles(before: string, after: string): string[] {
  return compareWithFile(before, readScores(after));
}

/** Compares scores with those of an earlier run in a file. @throws StartError when they have no events in common */
export function compareWithFile(file: string, after: readonly ScoredEvent[]): string[] {
  const before = new Map(readScores(file).map((event) => [event.id, event]));
  const common = after.filter(({ id }) => before.has(id));
  if (common.length === 0) throw new StartError(`${file}: no event in common`);
  const splits = [...new Set(common.map(({ split }) => split))];
  const lines = [`Against ${file}, with 95 % intervals of the paired bootstrap over ${common.length} events in common`];
  for (const split of splits) {
    const events = common.filter((event) => event.split === split);
    const paired: PairedScores = {
      labels: events.map(({ label }) => label),
      before: events.map(({ id }) => before.get(id)?.score ?? 0),
      after: events.map(({ score }) => score),
    };
    lines.push('', `${split}:`, ...renderDifferences(compareRuns(paired)));
  }
  return ['', ...lines];
}

function renderDifferences(differences: readonly Difference[]): string[] {
  const number = (title: string, cell: (difference: Difference) => string) => ({
    title,
    align: 'right' as const,
    cell,
  });
  return renderTable(differences, [
    { title: 'metric', align: 'left', cell: ({ metric }) => metric },
    number('before', ({ before }) => before.toFixed(DIGITS)),
    number('after', ({ after }) => after.toFixed(DIGITS)),
    number('difference', ({ difference }) => signed(difference)),
    number('from', ({ low }) => signed(low)),
    number('to', ({ high }) => signed(high)),
    { title: '', align: 'left', cell: ({ low, high }) => (low > 0 || high < 0 ? 'differs' : 'may be chance') },
  ]);
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(DIGITS)}`;
}
