import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { StartError } from '../../platform/start-error.ts';
import { findDataFiles, readLabels, readSteps } from '../../scripts/quality/data.ts';
import { readOptions } from '../../scripts/quality/options.ts';
import { readScores, writeScores } from '../../scripts/quality/score-file.ts';
import type { ScoredEvent } from '../../scripts/quality/scored-event.ts';
import { UsageError } from '../../scripts/queues/options.ts';

function makeFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fraud-risk-quality-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('both data sets as they are, unless told otherwise', (t) => {
  t.like(readOptions([]), {
    command: 'replay',
    dataSets: ['cards', 'ecommerce'],
    quick: false,
    feedback: '7',
    profile: 'default',
    idleEveryMs: 86_400_000,
  });
  const given = ['cards', '--quick', '--feedback', 'none', '--idle-every', '12h', '--profile', 'adaptive'];
  const options = { dataSets: ['cards'], quick: true, feedback: 'none', idleEveryMs: 43_200_000, profile: 'adaptive' };
  t.like(readOptions(given), options);
  t.like(readOptions(['cards', '--idle-every', 'never']), { idleEveryMs: undefined, least: undefined });
  t.like(readOptions(['cards', '--least', '0.33']), { least: 0.33 });
  t.deepEqual(readOptions(['compare', 'a.csv', 'b.csv']), { command: 'compare', files: ['a.csv', 'b.csv'] });
});

test('what is not in the usage is refused by name', (t) => {
  const refusals: [string[], RegExp][] = [
    [['books'], /"books" is none of cards, ecommerce/],
    [['cards', 'ecommerce'], /one data set/],
    [['--out', 'scores.csv'], /--out is about one data set/],
    [['cards', '--least', '33'], /--least: "33" is no number from 0 to 1/],
    [['cards', '--least', ''], /--least/],
    [['cards', '--feedback', '3'], /--feedback: "3" is none of 7, 1, none/],
    [['cards', '--idle-every', '1x'], /--idle-every: "1x"/],
    [['compare', 'a.csv'], /two files/],
    [['--fast'], /--fast/],
  ];
  for (const [args, message] of refusals) t.throws(() => readOptions(args), { instanceOf: UsageError, message });
});

test('data that is not there: the error names all three ways to supply it', (t) => {
  const folder = makeFolder(t);
  const error = t.throws(() => findDataFiles('cards', folder, {}), { instanceOf: StartError });
  for (const way of [folder, '--data', 'QUALITY_DATA', path.join('shared', 'quality')]) {
    t.true(error?.message.includes(way), way);
  }
});

test('the option goes before the environment', async (t) => {
  const [told, environment] = [path.join(makeFolder(t), 'told'), makeFolder(t)];
  mkdirSync(told);
  for (const folder of [told, environment]) {
    writeFileSync(
      path.join(folder, 'cards.replay.jsonl.gz'),
      gzipSync('{"op":"ingest","at":"1970-01-02T00:00:00Z"}\n'),
    );
    writeFileSync(path.join(folder, 'cards.truth.csv.gz'), gzipSync('id,label,scored\na,1,1\nb,0,0\n'));
  }
  const variables = { QUALITY_DATA: environment };
  t.is(path.dirname(findDataFiles('cards', told, variables).replay), told);
  const { replay, truth } = findDataFiles('cards', undefined, variables);
  t.is(path.dirname(replay), environment);
  for await (const step of readSteps(replay)) t.deepEqual(step as unknown, { op: 'ingest', at: 86_400_000 });
  t.deepEqual(
    [...(await readLabels(truth))],
    [
      ['a', 1],
      ['b', 0],
    ],
  );
});

test('scores are read as they were written', (t) => {
  const file = path.join(makeFolder(t), 'results', 'scores.csv');
  const scores = { score: 76.4, defaultScore: 70.1, graph: 79.23, velocity: 0.15, indicator: 88 };
  const scored: ScoredEvent[] = [
    { id: 'one', label: 1, ...scores, action: 'review', split: 'February on' },
    { id: 'two', label: 0, ...scores, score: 0, action: 'allow', split: 'January' },
  ];
  writeScores(file, scored);
  t.deepEqual(readScores(file), scored);
  writeFileSync(file, 'id,label\n');
  t.throws(() => readScores(file), { instanceOf: StartError, message: /columns/ });
  t.throws(() => readScores(`${file}.none`), { instanceOf: StartError, message: /ENOENT/ });
});
