import test from 'ava';
import type { WorkerDependencies } from '../../workers/dependencies.ts';
import { createHandlers } from '../../workers/registry.ts';
import { loadConfig } from '../../platform/config.ts';
import { indexHandlers, type JobHandler } from '../../platform/jobs/handler.ts';
import { JOBS } from '../../platform/jobs/job-map.ts';
import { TEST_ENVIRONMENT } from '../support/environment.ts';

const jobs = { 'usage-rollup': JOBS['usage-rollup'], sweeper: JOBS.sweeper };
const handler = (name: string) => ({ name, handle: () => Promise.resolve() }) as JobHandler<typeof jobs>;

test('every job of the service has its handler', (t) => {
  const handlers = createHandlers({ config: loadConfig(TEST_ENVIRONMENT) } as WorkerDependencies);
  t.notThrows(() => indexHandlers(JOBS, handlers));
});

test('a job without a handler is refused', (t) => {
  t.throws(() => indexHandlers(jobs, [handler('sweeper')]), { message: 'job usage-rollup has no handler' });
});

test('a job with two handlers is refused', (t) => {
  const handlers = [handler('sweeper'), handler('usage-rollup'), handler('sweeper')];
  t.throws(() => indexHandlers(jobs, handlers), { message: 'job sweeper has two handlers' });
});

test('a handler without a job is refused', (t) => {
  t.throws(() => indexHandlers(jobs, [handler('unknown')]), { message: 'handler unknown is for no known job' });
});
