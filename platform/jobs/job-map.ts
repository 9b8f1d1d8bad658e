import Type, { type Static, type TProperties, type TSchema } from 'typebox';

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
  /** Jobs at once in one process, where the configured number for all queues does not fit. */
  concurrency?: number;
  /** Milliseconds a job waits before it may run, so that a burst of signals of one key becomes one job. */
  delayMs?: number;
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
const uuid = () => Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const ids = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** For work on the database alone: it fails for as long as that is away, and the sweeper signals it again. */
const SHORT_RETRIES = [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS];

/** All jobs of the service. A new one is an entry here and a file in workers/ that its registry lists. */
export const JOBS = {
  /** Recomputes the graph features around one user. */
  'graph-features': defineJob({
    payload: ids({ companyId: uuid(), userKey: uuid() }),
    retryDelaysMs: SHORT_RETRIES,
    deduplicationKey: ({ companyId, userKey }) => `${companyId}-${userKey}`,
    delayMs: 300,
  }),
  /** Recomputes the graph features of a whole company; without one, signals each company that needs it. */
  'graph-pass': defineJob({
    payload: ids({ companyId: Type.Optional(uuid()) }),
    retryDelaysMs: [MINUTE_MS, 10 * MINUTE_MS],
    deduplicationKey: ({ companyId }) => companyId ?? 'all',
    schedule: { cron: '0 3 * * *' },
    concurrency: 1,
  }),
  /** Makes calibrations, labels and global threats follow the outcome of one assessment. */
  'feedback-recalibration': defineJob({
    payload: ids({ companyId: uuid(), assessmentId: uuid() }),
    retryDelaysMs: SHORT_RETRIES,
    deduplicationKey: ({ assessmentId }) => assessmentId,
  }),
  /** Learns from the outcomes of a company; without one, signals each company that has new ones. */
  'model-training': defineJob({
    payload: ids({ companyId: Type.Optional(uuid()) }),
    retryDelaysMs: [MINUTE_MS, 10 * MINUTE_MS],
    deduplicationKey: ({ companyId }) => companyId ?? 'all',
    schedule: { cron: '30 3 * * *' },
    concurrency: 1,
    delayMs: 2 * SECOND_MS,
  }),
  /** Adds received events up per company and month, and assessments per company and hour. */
  'usage-rollup': defineJob({
    payload: NoPayload,
    retryDelaysMs: [SECOND_MS, 5 * SECOND_MS],
    schedule: { everyMs: 30 * SECOND_MS },
    concurrency: 1,
  }),
  /** Applies a stored notification of a billing provider. */
  'billing-webhook': defineJob({
    payload: ids({ provider: Type.String({ maxLength: 32 }), eventId: Type.String({ maxLength: 256 }) }),
    retryDelaysMs: SHORT_RETRIES,
    deduplicationKey: ({ provider, eventId }) => `${provider}-${eventId}`,
  }),
  /** Makes one delivery per subscriber out of each new global threat. */
  'threat-webhook-dispatch': defineJob({
    payload: NoPayload,
    retryDelaysMs: SHORT_RETRIES,
    deduplicationKey: () => 'all',
    concurrency: 1,
  }),
  /** Makes the deliveries of one subscriber that are due; `dueAt` (Unix milliseconds) tells retries apart. */
  'threat-webhook-delivery': defineJob({
    payload: ids({ companyId: uuid(), subscriptionId: uuid(), dueAt: Type.Optional(Type.Integer()) }),
    retryDelaysMs: SHORT_RETRIES,
    deduplicationKey: ({ subscriptionId, dueAt }) => `${subscriptionId}-${dueAt ?? 'now'}`,
    // Nearly all of it is waiting for subscribers, of which some are dead.
    concurrency: 256,
  }),
  /** Sends one e-mail. */
  email: defineJob({
    payload: ids({ companyId: uuid(), emailId: uuid() }),
    retryDelaysMs: [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS],
    deduplicationKey: ({ emailId }) => emailId,
  }),
  /** Answers one request to reset a password: sends an e-mail if there is such a person. */
  'password-reset': defineJob({
    payload: ids({ companyId: uuid(), requestId: uuid() }),
    retryDelaysMs: SHORT_RETRIES,
    deduplicationKey: ({ requestId }) => requestId,
  }),
  /** Makes the partitions of coming months and drops those past the retention. */
  retention: defineJob({
    payload: NoPayload,
    retryDelaysMs: [MINUTE_MS, 10 * MINUTE_MS],
    schedule: { everyMs: HOUR_MS },
    concurrency: 1,
  }),
  /** Deletes what has expired and signals again what was left behind. */
  sweeper: defineJob({
    payload: NoPayload,
    retryDelaysMs: [SECOND_MS, 5 * SECOND_MS],
    schedule: { everyMs: MINUTE_MS },
    concurrency: 1,
  }),
} satisfies JobMap;

export type Jobs = typeof JOBS;
