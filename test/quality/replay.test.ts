import test from 'ava';
import type { AssessmentResponse } from '../../api/risk-engine/schemas.ts';
import { JOBS } from '../../platform/jobs/job-map.ts';
import type { Child } from '../../scripts/bench/system/child.ts';
import type { Queues } from '../../scripts/faults/queues.ts';
import type { Step } from '../../scripts/quality/data.ts';
import { replaySteps, type Replay } from '../../scripts/quality/replay.ts';
import { observeBackground } from '../../scripts/quality/system/workers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

function event(id: string, at: number, score: boolean): Step {
  const timestamp = new Date(at).toISOString();
  const body = { eventSource: 's', externalEventId: id, userId: 'u', eventType: 'order_created', timestamp } as const;
  return { op: 'ingest', at, id, score, body: { ...body, metadata: {} } };
}

/** A service that writes down what it is told; a call that begins before the last one ended is written down as such. */
function createService(reasonCodes: AssessmentResponse['reasonCodes'] = []) {
  const told: string[] = [];
  let busy = false;
  const hear = async (what: string) => {
    told.push(busy ? `${what} (too early)` : what);
    busy = true;
    await new Promise((resolve) => setImmediate(resolve));
    busy = false;
  };
  const client: Replay['client'] = {
    ingest: async ({ timestamp }, id) => {
      await hear(`${id} of ${timestamp}`);
      const featureContributions = { graphScore: 40, velocityScore: 30, indicatorScore: 20 };
      const assessment = {
        assessmentId: `of-${id}`,
        riskScore: 33,
        action: 'allow',
        reasonCodes,
        featureContributions,
      };
      return assessment as unknown as AssessmentResponse;
    },
    sendFeedback: (assessmentId, outcome) => hear(`${assessmentId}: ${outcome}`),
  };
  const background = { waitUntilIdle: () => hear('wait'), countFailed: () => Promise.resolve(2) };
  return { told, client, background };
}

async function* stream(steps: readonly Step[]): AsyncGenerator<Step> {
  for (const step of steps) yield await Promise.resolve(step);
}

function replay(service: Pick<Replay, 'client' | 'background'>, steps: readonly Step[], own: Partial<Replay> = {}) {
  return replaySteps({
    ...service,
    dataSet: 'cards',
    steps: stream(steps),
    labels: new Map([
      ['a', 0],
      ['b', 1],
    ]),
    shiftMs: WEEK,
    idleEveryMs: DAY,
    progress: { advance: () => {} },
    signal: new AbortController().signal,
    ...own,
  });
}

const STEPS: readonly Step[] = [
  event('a', HOUR, false),
  event('b', 2 * HOUR, true),
  { op: 'feedback', at: 8 * DAY, ref: 'b', outcome: 'confirmed_fraud' },
];

test('one call after the other, moved by weeks, with a wait when a day has passed', async (t) => {
  const { told, ...service } = createService();
  const { scored, calls, failedJobs, degraded } = await replay(service, STEPS);
  t.deepEqual(told, [
    'a of 1970-01-08T01:00:00.000Z',
    'b of 1970-01-08T02:00:00.000Z',
    'wait',
    'of-b: confirmed_fraud',
  ]);
  const scores = { score: 33, defaultScore: 33, graph: 40, velocity: 30, indicator: 20 };
  t.deepEqual(scored, [
    { id: 'b', label: 1, ...scores, action: 'allow', split: 'all', model: undefined, flagged: undefined },
  ]);
  t.deepEqual({ calls, failedJobs, degraded }, { calls: 3, failedJobs: 2, degraded: 0 });
});

test('no waits when none are wanted; answers without a source are counted', async (t) => {
  const { told, ...service } = createService(['DEGRADED_GRAPH_UNAVAILABLE']);
  const { degraded } = await replay(service, STEPS, { idleEveryMs: undefined });
  t.false(told.includes('wait'));
  t.is(degraded, 2);
});

test('an interrupted replay ends between two calls', async (t) => {
  const { told, ...service } = createService();
  const interruption = new AbortController();
  const advance = () => interruption.abort(new Error('enough'));
  await t.throwsAsync(replay(service, STEPS, { progress: { advance }, signal: interruption.signal }), {
    message: 'enough',
  });
  t.is(told.length, 1);
});

/** Looks into a system whose work is told look by look: rows first, and the queues only when no row is pending. */
function observe(looks: { pending: boolean; delayed?: number }[], ended: Promise<string> = new Promise(() => {})) {
  let look = -1;
  const query = () => Promise.resolve({ rows: [{ pending: looks[++look]?.pending ?? false }] });
  const idle = { waiting: 0, active: 0, delayed: 0, failed: 0 };
  const scheduled = { ...idle, delayed: 1 };
  const count = () =>
    Promise.resolve(
      Object.fromEntries(
        Object.entries(JOBS).map(([name, job]) => {
          const signalled = { ...idle, delayed: looks[look]?.delayed ?? 0 };
          return [name, 'schedule' in job ? scheduled : name === 'graph-features' ? signalled : idle];
        }),
      ),
    );
  const parts = { database: { query }, queues: { count }, workers: { ended } };
  const background = observeBackground(parts as unknown as { database: never; queues: Queues; workers: Child });
  return { wait: () => background.waitUntilIdle(new AbortController().signal), looks: () => look + 1 };
}

test('the workers are idle when two looks in a row find neither rows nor jobs', async (t) => {
  const busy = [{ pending: true }, { pending: false }, { pending: false, delayed: 1 }];
  const { wait, looks } = observe([...busy, { pending: false }, { pending: false }]);
  await wait();
  t.is(looks(), 5);
});

test('nobody waits for workers that are gone', async (t) => {
  const { wait } = observe([{ pending: true }, { pending: true }], Promise.resolve('SIGKILL'));
  await t.throwsAsync(wait, { message: /workers ended by themselves \(SIGKILL\)/ });
});
