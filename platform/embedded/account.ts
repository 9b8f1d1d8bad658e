import { execFileSync, spawnSync, type SpawnOptions } from 'node:child_process';
import { statSync } from 'node:fs';
import process from 'node:process';
import { StartError } from '../start-error.ts';

/** The user PostgreSQL runs as. It refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

const UNPRIVILEGED_USERS = ['postgres', 'nobody'];

/** Nothing of our environment reaches the server: no locale, no PG… variables, no library paths. */
const CLEAN_ENVIRONMENT = { LANG: 'C', LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/' };

/**
 * Chooses the user to run PostgreSQL as: undefined (ourselves), unless we are root. Then it is the owner of the
 * existing cluster, so that a folder made by an ordinary user stays that user's, or an unprivileged system user.
 */
export function chooseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findOwner(cluster) ?? findSystemUser();
}

/** Options that start a program as the account. The working folder may be closed to it, so it is the root folder. */
export function runAs(account: Account | undefined): Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'> {
  return { ...account, cwd: '/', env: CLEAN_ENVIRONMENT };
}

/** Whether the account may walk into a folder: asks the system itself, which also knows of access lists and mounts. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs(account), stdio: 'ignore' }).status === 0;
}

function findOwner(cluster: string): Account | undefined {
  const stats = statSync(cluster, { throwIfNoEntry: false });
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : undefined;
}

function findSystemUser(): Account {
  for (const name of UNPRIVILEGED_USERS) {
    try {
      return { uid: readId('-u', name), gid: readId('-g', name) };
    } catch {
      // There is no such user: try the next one.
    }
  }
  throw new StartError(
    `The embedded PostgreSQL cannot run as root, and there is no user ${UNPRIVILEGED_USERS.join(' or ')}: ` +
      'start as an ordinary user, or set DATABASE_URL',
  );
}

function readId(flag: string, user: string): number {
  return Number.parseInt(
    execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    10,
  );
}
