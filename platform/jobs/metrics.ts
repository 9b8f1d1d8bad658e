import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { withTimeout } from '../with-timeout.ts';
import { QUEUE_TIMEOUT_MS } from './backend.ts';
import type { JobConsumer } from './consumer.ts';
import type { JobCounts } from './inspect.ts';

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

/**
 * Registers `jobs{queue,state}` and `job_oldest_waiting_seconds{queue}`, read whenever the metrics are. They must be
 * readable while the queue is away: these gauges are just empty then.
 */
export function registerJobCounts(registry: Registry, consumer: Pick<JobConsumer, 'countJobs' | 'measureWaits'>): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs by queue and state; waiting: may run now',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await orNothing(consumer.countJobs());
      for (const [queue, states] of Object.entries<JobCounts>(counts)) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count as number);
      }
    },
  });
  new Gauge({
    name: 'job_oldest_waiting_seconds',
    help: 'For how long the next job of each queue has been able to run',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      this.reset();
      const waits = await orNothing(consumer.measureWaits());
      for (const [queue, waitMs] of Object.entries(waits)) this.set({ queue }, waitMs / 1000);
    },
  });
}

async function orNothing<Value>(reading: Promise<Record<string, Value>>): Promise<Record<string, Value>> {
  return withTimeout(reading, QUEUE_TIMEOUT_MS).catch(() => ({}));
}
