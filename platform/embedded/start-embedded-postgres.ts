import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../logger.ts';
import { ensureCluster, readOrCreatePassword } from './cluster.ts';
import { ensureDatabase, formatUrl } from './connection.ts';
import { withLockFile } from './lock-file.ts';
import { countMembers, joinMembers, leaveMembers } from './members.ts';
import { findNativeDir, prepareNative } from './native.ts';
import { placeCluster, type Placement } from './placement.ts';
import { adoptServer, launchServer, stopServer } from './server.ts';
import type { ServerSettings } from './settings.ts';

export interface EmbeddedPostgresOptions {
  /** Folder of the service; the cluster is in its subfolder `postgres`. */
  dataDir: string;
  /** Used when it is free; 0: any free port. */
  preferredPort: number;
  logger: Logger;
  /** Server settings that differ from ours, such as `fsync=off` in tests; they apply when the server is started. */
  settings?: ServerSettings;
  /** Where the binaries are; that of the installed npm package unless told otherwise. */
  nativeDir?: string;
}

export interface EmbeddedPostgres {
  /** URL of the database, with the password. */
  url: string;
  /** Ends our use of the server. The last user stops it. */
  stop(): Promise<void>;
}

/** Longer than a start with recovery after a crash takes. */
const LOCK_TIMEOUT_MS = 200_000;

/**
 * Brings up the PostgreSQL of a data folder, or attaches to it when it runs: any number of processes may use one folder
 * at the same time. The server keeps running when one of them is killed; the next start adopts it.
 *
 * @throws StartError saying what a person has to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o755 });
  // One folder has one name, whatever symbolic links lead to it.
  const dataDir = realpathSync(options.dataDir);
  const stateDir = path.join(dataDir, 'embedded');
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const lockFile = path.join(stateDir, 'lock');
  const membersDir = path.join(stateDir, 'members');

  const { url, cluster, member } = await withLockFile(lockFile, LOCK_TIMEOUT_MS, async () => {
    const inUse = countMembers(membersDir) > 0;
    const server = await bringUp({ ...options, dataDir }, inUse);
    return { ...server, member: joinMembers(membersDir) };
  });

  const leave = () =>
    withLockFile(lockFile, LOCK_TIMEOUT_MS, async () => {
      if (leaveMembers(membersDir, member) === 0) await stopServer(cluster);
    });
  let leaving: Promise<void> | undefined;
  return { url, stop: () => (leaving ??= leave()) };
}

async function bringUp(options: EmbeddedPostgresOptions, inUse: boolean): Promise<{ url: string; cluster: string }> {
  const placement = placeCluster(options.dataDir);
  const { cluster } = placement;
  const password = readOrCreatePassword(options.dataDir, cluster);
  try {
    const adopted = await adoptServer(cluster, password, inUse, options.logger);
    const port = adopted ?? (await launch(options, placement, password));
    await ensureDatabase(port, password);
    return { url: formatUrl(port, password), cluster };
  } catch (error) {
    if (!inUse) await stopServer(cluster);
    throw error;
  }
}

async function launch(options: EmbeddedPostgresOptions, placement: Placement, password: string): Promise<number> {
  const { dataDir, logger, preferredPort, settings } = options;
  const native = prepareNative(options.nativeDir ?? findNativeDir(), placement.home, placement.account);
  ensureCluster({ placement, native, password, logger, settings });
  const logFile = path.join(dataDir, 'postgres.log');
  const port = await launchServer({ placement, native, password, preferredPort, logFile, settings });
  logger.info({ port, cluster: placement.cluster }, 'embedded PostgreSQL started');
  return port;
}
