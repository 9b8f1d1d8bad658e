import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { withTimeout } from '../with-timeout.ts';
import { QUEUE_TIMEOUT_MS } from './backend.ts';
import type { JobCounts } from './consumer.ts';

/** How an attempt ended. `invalid`: its payload does not fit the schema; it was not run and will not be. */
export type AttemptOutcome = 'completed' | 'retried' | 'failed' | 'invalid';

/** What the framework counts. */
export interface JobMetrics {
  /** One attempt of a job ended. */
  attempt(queue: string, outcome: AttemptOutcome, seconds: number): void;
  /** A job could not be enqueued; the sweeper signals it again. */
  enqueueFailed(queue: string): void;
}

const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];

/** Registers the metrics of jobs: `job_duration_seconds{queue,outcome}` and `job_enqueue_failures_total{queue}`. */
export function createJobMetrics(registry: Registry): JobMetrics {
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time one attempt of a job took, by queue and outcome',
    labelNames: ['queue', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'job_enqueue_failures_total',
    help: 'Jobs that could not be enqueued, left to the sweeper',
    labelNames: ['queue'],
    registers: [registry],
  });
  return {
    attempt: (queue, outcome, seconds) => durations.observe({ queue, outcome }, seconds),
    enqueueFailed: (queue) => failures.inc({ queue }),
  };
}

/** Registers `jobs{queue,state}`, counted whenever the metrics are read. */
export function registerJobCounts(registry: Registry, countJobs: () => Promise<Record<string, JobCounts>>): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      // Metrics must be readable while the queue is away: its gauge is just empty then.
      const counts = await withTimeout(countJobs(), QUEUE_TIMEOUT_MS).catch(() => ({}));
      for (const [queue, states] of Object.entries<JobCounts>(counts)) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count as number);
      }
    },
  });
}
