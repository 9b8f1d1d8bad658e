import test from 'ava';
import type { FeedbackStep, IngestStep, Step } from '../../scripts/quality/data.ts';
import { findNeighbours, keepUsers, takeScored } from '../../scripts/quality/slice.ts';
import { chooseShift, dropFeedback, measureSteps, retimeFeedback } from '../../scripts/quality/steps.ts';

const DAY = 86_400_000;

function event(id: string, day: number, { userId = 'u', deviceId = 'd', score = true } = {}): IngestStep {
  const timestamp = new Date(day * DAY).toISOString();
  const body = { eventSource: 's', externalEventId: id, userId, eventType: 'order_created', timestamp } as const;
  return { op: 'ingest', at: day * DAY, id, score, body: { ...body, metadata: { deviceId } } };
}

function feedback(ref: string, day: number, outcome: FeedbackStep['outcome'] = 'approved'): FeedbackStep {
  return { op: 'feedback', at: day * DAY, ref, outcome };
}

async function* stream(...steps: Step[]): AsyncGenerator<Step> {
  for (const step of steps) yield await Promise.resolve(step);
}

const name = (step: Step) => (step.op === 'ingest' ? step.id : `${step.ref}:${step.outcome}@${step.at / DAY}`);

async function names(steps: AsyncIterable<Step>): Promise<string[]> {
  const all: string[] = [];
  for await (const step of steps) all.push(name(step));
  return all;
}

test('labels are moved to so long after their event, also those that the file leaves out', async (t) => {
  const steps = stream(event('a', 0), event('b', 1), event('c', 1.5), feedback('a', 7), event('d', 9), event('e', 9.5));
  const labels = new Map<string, 0 | 1>([
    ['a', 0],
    ['b', 1],
    ['d', 1],
  ]);
  t.deepEqual(await names(retimeFeedback(steps, labels, DAY)), [
    'a',
    // Due with b: known to it. There is no label of c, and that of d comes after the last event.
    'a:approved@1',
    'b',
    'c',
    'b:confirmed_fraud@2',
    'd',
    'e',
  ]);
});

test('without feedback only events are left', async (t) => {
  t.deepEqual(await names(dropFeedback(stream(event('a', 0), feedback('a', 7), event('b', 8)))), ['a', 'b']);
});

test('times are moved by whole weeks, to the week that ends now', (t) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  for (const last of ['2018-08-14T23:58:24Z', '2026-11-21T11:59:59Z', '2026-11-14T12:00:01Z']) {
    const shift = chooseShift(Date.parse(last), now);
    t.is(shift % (7 * DAY), 0);
    const moved = Date.parse(last) + shift;
    t.true(moved <= now && moved > now - 7 * DAY, last);
  }
});

test('the extent of a run', async (t) => {
  t.deepEqual(await measureSteps(stream(event('a', 0), event('b', 3), feedback('a', 7))), {
    calls: 3,
    lastAt: 7 * DAY,
  });
});

test('neighbours are those who share the most devices, each counted once', async (t) => {
  const uses = (id: string, userId: string, deviceId: string) => event(id, 0, { userId, deviceId });
  const steps = () =>
    stream(
      uses('1', 'centre', 'x'),
      uses('2', 'centre', 'y'),
      uses('3', 'far', 'z'),
      uses('4', 'one', 'x'),
      uses('5', 'one', 'x'),
      uses('6', 'both', 'x'),
      uses('7', 'both', 'y'),
      uses('8', 'ones-peer', 'y'),
    );
  t.deepEqual([...(await findNeighbours(steps(), 'centre', 2))].sort(), ['both', 'centre']);
  t.deepEqual([...(await findNeighbours(steps(), 'centre', 3))].sort(), ['both', 'centre', 'one']);
});

test('a slice by users keeps their events from a day on, and the feedback on those alone', async (t) => {
  const steps = stream(
    event('early', 0, { userId: 'in' }),
    event('other', 2, { userId: 'out' }),
    event('kept', 2, { userId: 'in' }),
    feedback('early', 7),
    feedback('other', 9),
    feedback('kept', 9),
  );
  t.deepEqual(await names(keepUsers(steps, new Set(['in']), DAY)), ['kept', 'kept:approved@9']);
});

test('a slice by number ends with the last event whose score counts', async (t) => {
  const steps = stream(event('a', 0), event('b', 1, { score: false }), feedback('a', 7), event('c', 8), event('d', 9));
  t.deepEqual(await names(takeScored(steps, 2)), ['a', 'b', 'a:approved@7', 'c']);
});
