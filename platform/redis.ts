import { Cluster, Redis } from 'ioredis';
import { withTimeout } from './with-timeout.ts';
import { createErrorLog } from './error-log.ts';
import type { Logger } from './logger.ts';

/** One Redis server or a Redis Cluster: the same commands. */
export type RedisClient = Redis | Cluster;

interface OpenRedisOptions {
  /** redis:// or rediss:// (TLS) URLs; several mean a Redis Cluster. */
  urls: readonly string[];
  logger: Pick<Logger, 'warn'>;
  /**
   * `fail-fast`: a command fails at once while Redis is away, for everything a request waits for.
   * `patient`: commands wait until Redis is back, for workers.
   */
  mode: 'fail-fast' | 'patient';
}

const CONNECT_TIMEOUT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;
const DEFAULT_PORT = 6379;
const MAX_RECONNECT_DELAY_MS = 2_000;

/**
 * Opens a client that reconnects for as long as it lives. Waits for the first connection, but not longer than five
 * seconds: a service whose Redis is away starts all the same and says so in its readiness.
 */
export async function openRedis({ urls, logger, mode }: OpenRedisOptions): Promise<RedisClient> {
  const client = urls.length > 1 ? openCluster(urls, mode) : openSingle(urls[0] ?? '', mode);
  const logError = createErrorLog(logger, 'redis connection');
  client.on('error', logError);
  await withTimeout(untilReady(client), CONNECT_TIMEOUT_MS).catch(logError);
  return client;
}

/** Whether a command would reach Redis now. */
export function isRedisReady(client: RedisClient): boolean {
  return client.status === 'ready';
}

/** Says goodbye to Redis, or just hangs up when it does not answer. Never throws. */
export async function closeRedis(client: RedisClient): Promise<void> {
  if (isRedisReady(client)) await withTimeout(client.quit(), COMMAND_TIMEOUT_MS).catch(() => {});
  else hangUp(client);
}

/**
 * Ends a client and fails the commands that wait in it. One that is between two attempts to connect would not notice:
 * it is made to attempt now.
 */
export function hangUp(client: RedisClient): void {
  if (client.status === 'reconnecting') client.connect().catch(() => {});
  client.disconnect();
}

type Mode = OpenRedisOptions['mode'];

function commandOptions(mode: Mode) {
  const base = { connectTimeout: CONNECT_TIMEOUT_MS, keepAlive: KEEP_ALIVE_MS };
  if (mode === 'patient') return { ...base, maxRetriesPerRequest: null };
  return { ...base, maxRetriesPerRequest: 1, commandTimeout: COMMAND_TIMEOUT_MS };
}

function openSingle(url: string, mode: Mode): Redis {
  return new Redis(url, {
    ...commandOptions(mode),
    enableOfflineQueue: mode === 'patient',
    retryStrategy: reconnectDelay,
  });
}

/** All nodes share the credentials and the TLS setting of the first URL. */
function openCluster(urls: readonly string[], mode: Mode): Cluster {
  const nodes = urls.map((text) => new URL(text));
  const first = nodes[0];
  return new Cluster(
    nodes.map((url) => ({ host: url.hostname, port: Number(url.port || DEFAULT_PORT) })),
    {
      enableOfflineQueue: mode === 'patient',
      clusterRetryStrategy: reconnectDelay,
      redisOptions: {
        ...commandOptions(mode),
        ...(first?.username && { username: decodeURIComponent(first.username) }),
        ...(first?.password && { password: decodeURIComponent(first.password) }),
        ...(first?.protocol === 'rediss:' && { tls: { servername: first.hostname } }),
      },
    },
  );
}

function reconnectDelay(attempt: number): number {
  return Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS);
}

async function untilReady(client: RedisClient): Promise<void> {
  if (isRedisReady(client)) return;
  await new Promise<void>((resolve) => client.once('ready', () => resolve()));
}
