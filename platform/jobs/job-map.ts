import Type, { type Static, type TSchema } from 'typebox';

/** When a job runs by itself: every so many milliseconds, or by a cron pattern in UTC. */
export type Schedule = { everyMs: number } | { cron: string };

/** Everything the framework knows of one kind of job. Each kind has a queue of its own, named like it. */
export interface JobDefinition<Payload extends TSchema = TSchema> {
  /** Ids only: what a job works on is the state of rows, which may have moved on since it was signalled. */
  payload: Payload;
  /** Milliseconds to wait before each retry (up to a fifth is added at random); their number sets that of attempts. */
  retryDelaysMs: readonly number[];
  /**
   * Jobs with the same key are one while they wait; a key signalled while its job runs makes it run once more, so that
   * what changed meanwhile is seen.
   */
  deduplicationKey?(payload: Static<Payload>): string;
  /** Makes the job run by itself with an empty payload. */
  schedule?: Schedule;
  /** Jobs at once in one process, when less than the configured number. */
  concurrency?: number;
  /** Finished jobs are kept for inspection, within these bounds. */
  keepCompleted?: number;
  keepFailed?: number;
}

/** Jobs by name. */
export type JobMap = Record<string, JobDefinition>;
export type JobName<Jobs extends JobMap> = keyof Jobs & string;
export type PayloadOf<Jobs extends JobMap, Name extends JobName<Jobs>> = Static<Jobs[Name]['payload']>;

/** Keeps the payload type of a definition, so that its deduplication key sees it. */
export function defineJob<Payload extends TSchema>(job: JobDefinition<Payload>): JobDefinition<Payload> {
  return job;
}

const NoPayload = Type.Object({}, { additionalProperties: false });

/** All jobs of the service. A new one is an entry here and a file in workers/ that its registry lists. */
export const JOBS = {
  /** Adds received events up per company and month. */
  'usage-rollup': defineJob({
    payload: NoPayload,
    retryDelaysMs: [1_000, 5_000],
    schedule: { everyMs: 30_000 },
    concurrency: 1,
  }),
  /** Deletes what has expired and signals again what was left behind. */
  sweeper: defineJob({
    payload: NoPayload,
    retryDelaysMs: [1_000, 5_000],
    schedule: { everyMs: 60_000 },
    concurrency: 1,
  }),
} satisfies JobMap;

export type Jobs = typeof JOBS;
