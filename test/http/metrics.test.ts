import test from 'ava';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createMetrics } from '../../api/http/metrics.ts';
import type { JobCounts } from '../../platform/jobs/inspect.ts';
import { registerJobCounts } from '../../platform/jobs/metrics.ts';
import { closeServer, startMetricsServer } from '../../platform/metrics.ts';
import { startApi } from './support/api-server.ts';
import { list } from './support/routes.ts';

const logger = pino({ level: 'silent' });

async function serve(metrics: ReturnType<typeof createMetrics>) {
  const server = await startMetricsServer({ registry: metrics.registry, host: '127.0.0.1', port: 0, logger });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

test('requests are counted by route pattern, never by path', async (t) => {
  const metrics = createMetrics();
  const api = await startApi([list], { dependencies: { metrics } });
  t.teardown(() => api.close());
  await fetch(`${api.url}/api/notes/123`);
  await fetch(`${api.url}/api/secret-path`);
  metrics.observeStage('load', 0.002);
  const internal = await serve(metrics);
  t.teardown(internal.close);
  const text = await (await fetch(`${internal.url}/metrics`)).text();
  t.regex(text, /http_request_duration_seconds_count\{route="\/api\/notes\/:id",method="GET",status="200"\} 1/);
  t.regex(text, /http_request_duration_seconds_count\{route="unmatched",method="GET",status="404"\} 1/);
  t.regex(text, /assessment_stage_duration_seconds_count\{stage="load"\} 1/);
  t.regex(text, /process_cpu_user_seconds_total/);
  t.notRegex(text, /secret-path|123\b.*route/);
});

test('pools and queues are read when they are asked for; a silent queue does not hang the rest', async (t) => {
  let waiting = 3;
  const pools = { hot: () => ({ total: 5, idle: 2, waiting }) };
  const withQueue = (countJobs: () => Promise<Record<string, JobCounts>>) => {
    const metrics = createMetrics({ pools });
    registerJobCounts(metrics.registry, { countJobs, measureWaits: () => Promise.resolve({}) });
    return metrics;
  };
  const counts = { waiting: 4, active: 0, delayed: 0, failed: 0 };
  const answering = await serve(withQueue(() => Promise.resolve({ sweeper: counts })));
  t.teardown(answering.close);
  t.regex(
    await (await fetch(`${answering.url}/metrics`)).text(),
    /db_pool_connections\{pool="hot",state="waiting"\} 3/,
  );
  waiting = 0;
  const text = await (await fetch(`${answering.url}/metrics`)).text();
  t.regex(text, /db_pool_connections\{pool="hot",state="waiting"\} 0/);
  t.regex(text, /jobs\{queue="sweeper",state="waiting"\} 4/);
  const silent = await serve(withQueue(() => new Promise(() => {})));
  t.teardown(silent.close);
  t.regex(await (await fetch(`${silent.url}/metrics`)).text(), /db_pool_connections/);
});

test('the internal port serves metrics and health and nothing else; the public one has no metrics', async (t) => {
  const internal = await serve(createMetrics());
  t.teardown(internal.close);
  t.is((await fetch(`${internal.url}/healthz`)).status, 200);
  t.is((await fetch(`${internal.url}/api/plans`)).status, 404);
  const api = await startApi([]);
  t.teardown(() => api.close());
  t.is((await fetch(`${api.url}/metrics`)).status, 404);
});
