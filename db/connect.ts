import knexFactory, { type Knex } from 'knex';
import pg from 'pg';

/** A connection or transaction of the query builder: the first argument of every query outside the hot path. */
export type Connection = Knex;

/** What hot-path queries run on: a pool or one of its clients. */
export type HotConnection = Pick<pg.Pool, 'query'>;

export interface Database {
  /** Everything that is not on the hot path. */
  knex: Knex;
  /** The hot path: named prepared statements, one round trip each. */
  pool: pg.Pool;
  /** Loading signals, under their time budget: the server itself cancels what is late. */
  signals: pg.Pool;
  close(): Promise<void>;
}

interface ConnectOptions {
  url: string;
  /** Connections of each of the three pools, at most. */
  poolSize: number;
  /** Time budget of a signal statement in milliseconds. */
  signalTimeoutMs: number;
  /** Told of errors of idle connections (a restarted server); the pools reconnect by themselves. */
  onIdleError?: (error: Error) => void;
}

/** 64-bit integers arrive as numbers: every amount and count of ours is below 2^53, which validation guarantees. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A writer that hangs inside a transaction is cut off after this time, so that a retry takes over (contract section 3). */
export const TAKEOVER_MS = 10_000;
/** How long a statement waits for a row another transaction is writing. */
export const LOCK_TIMEOUT_MS = 2_000;
/**
 * Hot-path statements are small and always the same: planned once per connection, never compiled, always by index. A
 * generic plan knows nothing of the values and may think that reading and sorting a whole entity is cheap.
 */
const HOT_PATH_OPTIONS = [
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that stops answering must not keep requests waiting for longer; jobs may take their time. */
const STATEMENT_TIMEOUT_MS = 10_000;
const GENERAL_TIMEOUT_MS = 60_000;

/** Opens the pools of one process. Connections are made on first use. */
export function connectDatabase({ url, poolSize, signalTimeoutMs, onIdleError = () => {} }: ConnectOptions): Database {
  const base: pg.PoolConfig = {
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: TAKEOVER_MS,
    options: HOT_PATH_OPTIONS,
    // Planning the statements again costs more than keeping the connection.
    idleTimeoutMillis: 0,
  };
  const pool = new pg.Pool(base);
  const signals = new pg.Pool({
    ...base,
    connectionTimeoutMillis: signalTimeoutMs,
    statement_timeout: signalTimeoutMs,
    query_timeout: signalTimeoutMs * 2,
  });
  pool.on('error', onIdleError);
  signals.on('error', onIdleError);
  const knex = knexFactory({
    client: 'pg',
    connection: {
      connectionString: url,
      keepAlive: true,
      idle_in_transaction_session_timeout: TAKEOVER_MS,
      lock_timeout: TAKEOVER_MS,
      query_timeout: GENERAL_TIMEOUT_MS,
      options: '-c jit=off',
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: CONNECT_TIMEOUT_MS,
    log: createQueryBuilderLog(onIdleError),
    // Otherwise error messages, which are logged, would carry the values of the statement.
    compileSqlOnError: false,
  });
  return {
    knex,
    pool,
    signals,
    close: async () => {
      await Promise.all([pool.end(), signals.end(), knex.destroy()]);
    },
  };
}

/** The query builder would write to the console, past the logger. What it says of connections, callers get as errors. */
export function createQueryBuilderLog(onError: (error: Error) => void): Knex.Logger {
  const tell = (message: unknown) => onError(message instanceof Error ? message : new Error(String(message)));
  return { warn: tell, error: tell, deprecate: tell, debug: () => {} };
}
