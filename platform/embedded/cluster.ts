import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Logger } from '../logger.ts';
import { StartError } from '../start-error.ts';
import { runAs, type Account } from './account.ts';
import { DATABASE_USER } from './connection.ts';
import { chownTree } from './file-tree.ts';
import type { Native } from './native.ts';
import type { Placement } from './placement.ts';
import type { ServerSettings } from './settings.ts';

const INITDB_ARGUMENTS = [
  `--username=${DATABASE_USER}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
];

/** Whether a cluster was made completely: `initdb` works in another folder, which is renamed when it is done. */
export function hasCluster(cluster: string): boolean {
  return existsSync(path.join(cluster, 'PG_VERSION'));
}

/**
 * The password of the database user, made on first use and kept in the data folder, readable by its owner only.
 *
 * @throws StartError when it is lost although the cluster is there
 */
export function readOrCreatePassword(dataDir: string, cluster: string): string {
  const file = path.join(dataDir, 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (hasCluster(cluster)) {
    throw new StartError(`${file} is missing, but the database it opens is in ${cluster}: put the file back`);
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

interface NewCluster {
  placement: Placement;
  native: Native;
  password: string;
  logger: Logger;
  settings: ServerSettings | undefined;
}

/** Makes the cluster unless it is there. What an interrupted attempt left is thrown away. */
export function ensureCluster({ placement, native, password, logger, settings }: NewCluster): void {
  const { cluster, account } = placement;
  if (hasCluster(cluster)) return;
  logger.info({ cluster }, 'making a new PostgreSQL cluster');
  setAsideForeignFiles(cluster, logger);
  const partial = `${cluster}.partial`;
  const passwordFile = `${cluster}.password`;
  rmSync(partial, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(partial, { mode: 0o700 });
  chownTree(partial, account);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  try {
    const sync = settings?.['fsync'] === 'off' ? ['--no-sync'] : [];
    runInitdb(native.initdb, [`--pgdata=${partial}`, `--pwfile=${passwordFile}`, ...sync], account);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(partial, cluster);
}

function runInitdb(initdb: string, flags: string[], account: Account | undefined): void {
  const result = spawnSync(initdb, [...flags, ...INITDB_ARGUMENTS], {
    ...runAs(account),
    encoding: 'utf8',
  });
  if (result.status === 0) return;
  const reason = result.error?.message ?? `${result.stderr}`.trim();
  throw new StartError(`The embedded PostgreSQL could not make its files: ${reason}`);
}

/** A folder of that name that is no cluster may be somebody's: it is kept under another name. */
function setAsideForeignFiles(cluster: string, logger: Logger): void {
  if (!existsSync(cluster)) return;
  if (readdirSync(cluster).length === 0) {
    rmSync(cluster, { recursive: true });
    return;
  }
  const aside = `${cluster}.broken-${Date.now()}`;
  renameSync(cluster, aside);
  logger.warn({ aside }, 'a folder that is no PostgreSQL cluster was in the way and has been renamed');
}
