import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ACTIONS } from '../../engine/vocabulary.ts';
import { StartError } from '../../platform/start-error.ts';
import type { ScoredEvent } from './scored-event.ts';

const COLUMNS = ['id', 'label', 'score', 'defaultScore', 'graph', 'velocity', 'indicator', 'action', 'split'] as const;

/** Writes scores as CSV, in the order of the replay. Ids and splits hold no commas. */
export function writeScores(file: string, scored: readonly ScoredEvent[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const lines = scored.map((event) => COLUMNS.map((column) => event[column]).join(','));
  writeFileSync(file, `${[COLUMNS.join(','), ...lines].join('\n')}\n`);
}

/**
 * Reads what `writeScores` wrote.
 *
 * @throws StartError when the file is not there or holds something else
 */
export function readScores(file: string): ScoredEvent[] {
  const [header, ...lines] = readText(file).trimEnd().split('\n');
  if (header !== COLUMNS.join(',')) throw new StartError(`${file}: the columns are not ${COLUMNS.join(',')}`);
  return lines.map((line) => {
    const [id = '', label, score, defaultScore, graph, velocity, indicator, actionName, split = ''] = line.split(',');
    const action = ACTIONS.find((name) => name === actionName) ?? 'allow';
    const scores = {
      score: Number(score),
      defaultScore: Number(defaultScore),
      graph: Number(graph),
      velocity: Number(velocity),
    };
    return { id, label: label === '1' ? 1 : 0, ...scores, indicator: Number(indicator), action, split };
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
