import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import test, { type ExecutionContext } from 'ava';
import { findFreePort } from '../../platform/ports.ts';
import { createTestDatabase } from '../support/database.ts';
import { TEST_ENVIRONMENT } from '../support/environment.ts';
import { testRedisUrls } from '../support/redis.ts';
import { waitUntil } from './support.ts';

const MAIN = path.resolve(import.meta.dirname, '../../workers/main.ts');

function startWorkers(t: ExecutionContext, environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { PATH: process.env['PATH'] ?? '', ...TEST_ENVIRONMENT, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text));
  return { child, written };
}

async function waitForEnd(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

test('a worker process refuses to start on a queue that does not exist, before it touches anything', async (t) => {
  const { child, written } = startWorkers(t, {
    WORKER_QUEUES: 'email,mail',
    DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none',
  });
  t.is(await waitForEnd(child), 1);
  t.regex(written.err, /^Cannot start\. WORKER_QUEUES: there is no queue "mail"; known are graph-features, /);
});

test('a worker process for two queues: metrics of all, the dashboard, and an end in order', async (t) => {
  const { url } = await createTestDatabase(t);
  const port = await findFreePort();
  const { child, written } = startWorkers(t, {
    WORKER_QUEUES: 'usage-rollup,sweeper',
    DATABASE_URL: url,
    REDIS_URL: testRedisUrls().join(','),
    METRICS_PORT: String(port - 1),
  });
  const ran = (queue: string) => written.out.includes(`"queue":"${queue}"`);
  await waitUntil(() => ran('usage-rollup') && ran('sweeper'), 'its schedules fire');
  t.regex(written.out, /"queues":\["usage-rollup","sweeper"\]/);
  t.false(ran('retention'), 'the schedule of another queue waits for a process that works on it');
  const base = `http://127.0.0.1:${port}`;
  const metrics = await (await fetch(`${base}/metrics`)).text();
  t.regex(metrics, /jobs\{queue="email",state="waiting"\} 0/);
  t.regex(metrics, /job_oldest_waiting_seconds\{queue="retention"\} \d/);
  t.regex(metrics, /job_duration_seconds_count\{queue="sweeper",outcome="completed"\} 1/);
  t.is((await fetch(`${base}/healthz`)).status, 200);
  // The answers keep their connections open, as a browser does.
  t.is((await fetch(`${base}/queues`)).status, 200);
  const stoppedAt = Date.now();
  child.kill('SIGTERM');
  t.is(await waitForEnd(child), 0);
  t.true(Date.now() - stoppedAt < 10_000);
});
