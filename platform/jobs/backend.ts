import { createPostgresBackend, Queue, runMigrations, Worker, type Processor, type WorkerOptions } from 'bullmq';
import pg from 'pg';
import { withTimeout } from '../with-timeout.ts';
import { createErrorLog, type ErrorLog } from '../error-log.ts';
import type { Logger } from '../logger.ts';
import { closeRedis, hangUp, isRedisReady, openRedis, type RedisClient } from '../redis.ts';
import { openOnce } from './open-once.ts';

/** What the framework asks of a queue, whatever stores it. */
export type JobQueue = Pick<
  Queue,
  | 'name'
  | 'add'
  | 'clean'
  | 'getDelayedCount'
  | 'getJobCounts'
  | 'getJobs'
  | 'getJobSchedulers'
  | 'upsertJobScheduler'
  | 'removeJobScheduler'
  | 'close'
>;
export interface JobWorker {
  on(event: 'stalled', listener: (jobId: string) => void): unknown;
  cancelAllJobs(reason: string): void;
  close(): Promise<void>;
}
export type WorkerSettings = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** Where queues live: in PostgreSQL or in Redis. The rest of the framework does not know which. */
export interface QueueBackend {
  kind: 'postgres' | 'redis';
  /**
   * The queue of one kind of job, opened once.
   *
   * @throws when the server does not answer in time; the next call tries again
   */
  queue(name: string): Promise<JobQueue>;
  /** Starts to take jobs. With PostgreSQL, throws when the server does not answer; with Redis, waits for it. */
  work(name: string, processor: Processor, settings: WorkerSettings): Promise<JobWorker>;
  /** Workers that are closing stop to wait for a server that is away. */
  stopWaiting(): void;
  /** One cheap round trip. @throws when the server does not answer in time */
  check(): Promise<void>;
  /** Closes queues and connections; workers must be closed before. */
  close(): Promise<void>;
}

interface QueueBackendOptions {
  databaseUrl: string;
  /** Redis takes the queues when there is a URL, a Redis Cluster when there are several. */
  redisUrls: readonly string[];
  /** How many queues this process takes jobs from: each worker holds a connection that waits for jobs. */
  workers: number;
  logger: Logger;
}

/** The time a queue may take to answer. What a request waits for must fail soon. */
export const QUEUE_TIMEOUT_MS = 2_000;
/** For a process that takes jobs nobody waits: on a busy machine a start may take its time. */
const WORKER_TIMEOUT_MS = 30_000;
const SCHEMA = 'bullmq';
/** PostgreSQL connections for enqueueing and counting jobs, and as many for taking and finishing them. */
const COMMAND_CONNECTIONS = 4;
const EVENTS_KEPT = 1_000;
const DEADLOCK_DETECTED = '40P01';
const MAX_ATTEMPTS = 10;

/** Opens the connections of the queues of one process. The only place that knows where queues live. */
export async function openQueueBackend(options: QueueBackendOptions): Promise<QueueBackend> {
  return options.redisUrls.length > 0 ? openRedisBackend(options) : openPostgresBackend(options);
}

/** Creates or updates the tables of queues that live in PostgreSQL. Safe to repeat, and from several processes. */
export async function migrateQueues(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}

function openPostgresBackend({ databaseUrl, workers, logger }: QueueBackendOptions): QueueBackend {
  const logError = createErrorLog(logger, 'queue connection');
  // Pools of their own: a burst of signals must not keep those who work from taking and finishing jobs.
  const commands = openPool(databaseUrl, COMMAND_CONNECTIONS, QUEUE_TIMEOUT_MS, logError);
  const working = openPool(databaseUrl, COMMAND_CONNECTIONS + workers, WORKER_TIMEOUT_MS, logError);
  const queues = openOnce((name) =>
    untilReady(
      new Queue(name, { connection: commands, streams: { events: { maxLen: EVENTS_KEPT } } }, createPostgresBackend),
      logError,
    ),
  );
  return {
    kind: 'postgres',
    queue: queues.get,
    work: (name, processor, settings) =>
      untilReady(
        new Worker(name, processor, { ...settings, connection: working }, createPostgresBackend),
        logError,
        WORKER_TIMEOUT_MS,
      ),
    // Statements to a PostgreSQL that is away fail by themselves.
    stopWaiting: () => {},
    check: async () => {
      await withTimeout(commands.query('select 1 from migration limit 1'), QUEUE_TIMEOUT_MS);
    },
    close: async () => {
      await queues.close();
      const ended = Promise.all([commands, working].map((pool) => pool.end()));
      await withTimeout(ended, QUEUE_TIMEOUT_MS).catch(logError);
    },
  };
}

/** Connections are made when they are needed. */
function openPool(databaseUrl: string, max: number, connectionTimeoutMillis: number, logError: ErrorLog): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    // A job lost in a crash is signalled again, so nobody waits for it to be on disk.
    options: `-c search_path=${SCHEMA} -c synchronous_commit=off`,
    max,
    connectionTimeoutMillis,
    keepAlive: true,
  });
  // Each queue and worker listens to the pool.
  pool.setMaxListeners(0);
  pool.on('error', logError);
  // A connection may also break while it is checked out, when nobody else listens to it.
  pool.on('connect', (client) => client.on('error', logError));
  return retryDeadlocks(pool);
}

/**
 * Jobs that become due at the same moment are locked in any order by those who take jobs, so some lose a deadlock. Each
 * statement of the library is a transaction of its own, undone as a whole: it is run again here, because the library
 * would leave the job of that worker to be recovered as if the worker had died.
 */
function retryDeadlocks(pool: pg.Pool): pg.Pool {
  const query = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<unknown>;
  const queryAgain = async (text: string, values?: unknown[]): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await query(text, values);
      } catch (error) {
        if ((error as pg.DatabaseError).code !== DEADLOCK_DETECTED || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
  return Object.assign(pool, { query: queryAgain });
}

async function openRedisBackend({ redisUrls, workers, logger }: QueueBackendOptions): Promise<QueueBackend> {
  const logError = createErrorLog(logger, 'queue connection');
  const open = (mode: 'fail-fast' | 'patient') => openRedis({ urls: redisUrls, logger, mode });
  // A worker must wait for its Redis however long that is away; what requests wait for must not.
  const [commands, blocking] = await Promise.all([open('fail-fast'), workers > 0 ? open('patient') : undefined]);
  const copies = blocking ? trackCopies(blocking) : [];
  const queues = openOnce(async (name) => {
    if (!isRedisReady(commands)) throw new Error('redis is away');
    const options = { connection: commands, prefix: prefixOf(name), streams: { events: { maxLen: EVENTS_KEPT } } };
    return untilReady(new Queue(name, options), logError);
  });
  return {
    kind: 'redis',
    queue: queues.get,
    work: async (name, processor, settings) => {
      if (!blocking) throw new Error('this process was opened without workers');
      const worker = new Worker(name, processor, { ...settings, connection: blocking, prefix: prefixOf(name) });
      worker.on('error', logError);
      return Promise.resolve(worker);
    },
    stopWaiting: () => {
      if (blocking && !isRedisReady(blocking)) [blocking, ...copies].forEach(hangUp);
    },
    check: async () => {
      await withTimeout(commands.ping(), QUEUE_TIMEOUT_MS);
    },
    close: async () => {
      await queues.close();
      await Promise.all(
        [commands, blocking].filter((client): client is RedisClient => client !== undefined).map(closeRedis),
      );
    },
  };
}

/** The library gives each worker a copy of the client to wait for jobs with; they are kept here to be hung up. */
function trackCopies(client: RedisClient): readonly RedisClient[] {
  const copies: RedisClient[] = [];
  const duplicate = client.duplicate.bind(client) as (...options: unknown[]) => RedisClient;
  const duplicateAndKeep = (...options: unknown[]) => {
    const copy = duplicate(...options);
    copies.push(copy);
    return copy;
  };
  Object.assign(client, { duplicate: duplicateAndKeep });
  return copies;
}

/** The hash tag keeps the keys of one queue on one node of a cluster, as its scripts need; queues spread over nodes. */
function prefixOf(queue: string): string {
  return `{fraud-risk-${queue}}`;
}

interface Openable {
  on(event: 'error', listener: ErrorLog): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/** @throws when the server does not answer in time; what was opened is closed then */
async function untilReady<Opened extends Openable>(
  opened: Opened,
  logError: ErrorLog,
  timeoutMs = QUEUE_TIMEOUT_MS,
): Promise<Opened> {
  opened.on('error', logError);
  try {
    await withTimeout(opened.waitUntilReady(), timeoutMs);
    return opened;
  } catch (error) {
    await opened.close().catch(logError);
    throw error;
  }
}
