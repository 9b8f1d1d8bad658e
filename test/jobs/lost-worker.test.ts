import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import Type from 'typebox';
import { testRedisUrls } from '../support/redis.ts';
import { startTestQueue, waitUntil } from './support.ts';

const WORKER = fileURLToPath(new URL('./lost-worker.ts', import.meta.url));

test('the job of a killed worker process is run by another', async (t) => {
  let runs = 0;
  const job = { payload: Type.Object({}), retryDelaysMs: [] };
  const queue = await startTestQueue(t, job, () => Promise.resolve(void (runs += 1)), { lockMs: 1_000 });
  await queue.producer.enqueue(queue.name, {});
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', WORKER, queue.name, queue.databaseUrl, ...testRedisUrls()],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  t.like((await queue.consumer.countJobs())[queue.name], { active: 1, waiting: 0 });
  await queue.consumer.start();
  await waitUntil(() => queue.lines.some(({ outcome }) => outcome === 'completed'), 'the job is run again');
  t.is(runs, 1);
});
