import os from 'node:os';

/** Server settings by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

const MIB = 1024 * 1024;
const MAX_SHARED_BUFFERS_MB = 256;
const MIN_SHARED_BUFFERS_MB = 32;

/** An eighth of the memory of a small machine, never more than 256 MB. */
function chooseSharedBuffers(): string {
  const eighth = Math.floor(os.totalmem() / 8 / MIB);
  return `${Math.max(MIN_SHARED_BUFFERS_MB, Math.min(MAX_SHARED_BUFFERS_MB, eighth))}MB`;
}

/**
 * All settings of one start. Durability stays at PostgreSQL's own safe defaults unless `overrides` says otherwise;
 * where the server listens cannot be overridden.
 */
export function listSettings(port: number, overrides: ServerSettings = {}): ServerSettings {
  return {
    max_connections: '200',
    shared_buffers: chooseSharedBuffers(),
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    wal_compression: 'pglz',
    random_page_cost: '1.1',
    // Queues, nonces and pending marks are short rows that come and go: a minute of dead ones slows each statement on them.
    autovacuum_naptime: '5s',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Without the values of rows, which the details of an error would repeat: they are personal data.
    log_error_verbosity: 'terse',
    ...overrides,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
  };
}
