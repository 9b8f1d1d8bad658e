import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import Type from 'typebox';
import { openQueueBackend, type QueueBackend } from '../../platform/jobs/backend.ts';
import { createDashboard } from '../../platform/jobs/dashboard.ts';
import { closeServer, startMetricsServer } from '../../platform/metrics.ts';
import { startTestQueue, waitUntil, type TestQueue } from '../jobs/support.ts';

const logger = pino({ level: 'silent' });

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** An internal port whose process believes that it is on `host`. */
async function serve(t: ExecutionContext, backend: QueueBackend, queues: string[], host = '127.0.0.1') {
  const dashboard = createDashboard({ backend, queues, host, logger });
  const server = await startMetricsServer({ registry: new Registry(), host: '127.0.0.1', port: 0, logger, dashboard });
  t.teardown(() => closeServer(server));
  const { port } = server.address() as AddressInfo;
  return async (method: string, path: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const text = (await response.setEncoding('utf8').toArray()).join('');
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  };
}

/** A queue with one job that was given up; it does its work from the second attempt on. */
async function startFailedQueue(t: ExecutionContext): Promise<TestQueue> {
  let attempts = 0;
  const job = { payload: Type.Object({ id: Type.String() }), retryDelaysMs: [] };
  const queue = await startTestQueue(t, job, () => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error('550 <eve@example.com>: no such mailbox')) : Promise.resolve();
  });
  await queue.consumer.start();
  await queue.producer.enqueue(queue.name, { id: 'a' });
  await waitUntil(async () => (await queue.consumer.countJobs())[queue.name]?.failed === 1, 'the job failed');
  return queue;
}

const retryPath = ({ name }: TestQueue) => `/queues/api/queues/${name}/retry/failed`;

test('the page shows the queues and their jobs, without personal data and with nothing from elsewhere', async (t) => {
  const queue = await startFailedQueue(t);
  const ask = await serve(t, queue.backend, [queue.name]);
  for (const path of ['/queues', '/queues/', `/queues/queue/${queue.name}`]) {
    const page = await ask('GET', path);
    t.is(page.status, 200, path);
    t.regex(String(page.headers['content-type']), /text\/html/);
    t.regex(String(page.headers['content-security-policy']), /default-src 'self'/);
  }
  const script = /static\/js\/main\.[^"]+/.exec((await ask('GET', '/queues')).text)?.[0];
  t.is((await ask('GET', `/queues/${script}`)).status, 200);
  const { text } = await ask('GET', `/queues/api/queues?activeQueue=${queue.name}&status=failed`);
  const [shown] = (JSON.parse(text) as { queues: Record<string, unknown>[] }).queues;
  t.like(shown, { name: queue.name, counts: { failed: 1 }, readOnlyMode: false });
  t.like((shown?.['jobs'] as unknown[])[0], { failedReason: '550 <***>: no such mailbox', data: { id: 'a' } });
  t.notRegex(text, /eve@example/);
  t.is((await ask('GET', '/queues/api/redis/stats')).status, 200);
});

test('the rest of the port stays as it is', async (t) => {
  const queue = await startFailedQueue(t);
  const ask = await serve(t, queue.backend, [queue.name]);
  t.is((await ask('GET', '/metrics')).status, 200);
  t.is((await ask('GET', '/healthz')).text, '{"status":"ok"}');
  for (const path of ['/', '/queue', '/queues-of-others', '/api/queues']) t.is((await ask('GET', path)).status, 404);
});

test('on this machine a failed job can be run again', async (t) => {
  const queue = await startFailedQueue(t);
  const ask = await serve(t, queue.backend, [queue.name]);
  t.is((await ask('PUT', retryPath(queue))).status, 200);
  await waitUntil(() => queue.lines.some(({ outcome }) => outcome === 'completed'), 'the job is done');
});

test('nobody can pause or empty a queue from the page: it would just look idle', async (t) => {
  const queue = await startTestQueue(t, { payload: Type.Object({}), retryDelaysMs: [] }, () => Promise.resolve());
  const ask = await serve(t, queue.backend, [queue.name]);
  for (const change of ['pause', 'empty', 'obliterate']) {
    t.is((await ask('PUT', `/queues/api/queues/${queue.name}/${change}`)).status, 403);
  }
  t.is((await ask('POST', `/queues/api/queues/${queue.name}/add`)).status, 403);
});

test('beyond this machine it only shows, since nobody logs in', async (t) => {
  const queue = await startFailedQueue(t);
  for (const host of ['0.0.0.0', '::', '10.0.0.7', 'workers.internal']) {
    const ask = await serve(t, queue.backend, [queue.name], host);
    t.is((await ask('GET', '/queues/api/queues', { host: 'workers.internal:9465' })).status, 200);
    t.is((await ask('PUT', retryPath(queue))).status, 405);
    t.is((await ask('POST', `/queues/api/queues/${queue.name}/add`)).status, 405);
  }
  t.like((await queue.consumer.countJobs())[queue.name], { failed: 1, waiting: 0, active: 0 });
});

test('pages of other sites in a browser on this machine cannot reach it', async (t) => {
  const queue = await startFailedQueue(t);
  const ask = await serve(t, queue.backend, [queue.name]);
  t.is((await ask('GET', '/queues/api/queues', { host: 'rebound.example:9465' })).status, 403);
  t.is((await ask('PUT', retryPath(queue), { origin: 'https://other.example' })).status, 403);
  t.is((await ask('PUT', retryPath(queue), { host: 'localhost:9465', origin: 'http://localhost:9465' })).status, 200);
});

test('while the queues do not answer the page says so, and the port lives', async (t) => {
  const databaseUrl = 'postgres://nobody:x@127.0.0.1:1/none';
  const backend = await openQueueBackend({ databaseUrl, redisUrls: [], workers: 0, logger });
  t.teardown(() => backend.close());
  const ask = await serve(t, backend, ['email']);
  t.is((await ask('GET', '/queues')).status, 503);
  t.is((await ask('GET', '/queues')).status, 503);
  t.is((await ask('GET', '/healthz')).status, 200);
});
