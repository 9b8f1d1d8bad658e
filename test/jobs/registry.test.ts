import test from 'ava';
import type { WorkerDependencies } from '../../workers/dependencies.ts';
import { createHandlers } from '../../workers/registry.ts';
import { indexHandlers, type JobHandler } from '../../platform/jobs/handler.ts';
import { JOBS } from '../../platform/jobs/job-map.ts';

const handler = (name: string) => ({ name, handle: () => Promise.resolve() }) as JobHandler;

test('every job of the service has its handler', (t) => {
  const handlers = createHandlers({} as WorkerDependencies);
  t.notThrows(() => indexHandlers(JOBS, handlers));
});

test('a job without a handler is refused', (t) => {
  t.throws(() => indexHandlers(JOBS, [handler('sweeper')]), { message: 'job usage-rollup has no handler' });
});

test('a job with two handlers is refused', (t) => {
  const handlers = [handler('sweeper'), handler('usage-rollup'), handler('sweeper')];
  t.throws(() => indexHandlers(JOBS, handlers), { message: 'job sweeper has two handlers' });
});

test('a handler without a job is refused', (t) => {
  t.throws(() => indexHandlers(JOBS, [handler('unknown')]), { message: 'handler unknown is for no known job' });
});
