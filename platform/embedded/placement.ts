import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { canEnter, chooseAccount, type Account } from './account.ts';
import { chownTree } from './file-tree.ts';

/** Where the files of the server are. */
export interface Placement {
  /** The cluster, which PostgreSQL calls its data directory. */
  cluster: string;
  /** The folder that holds the cluster, and the binaries if they had to be copied. */
  home: string;
  /** The user the server runs as; undefined: ourselves. */
  account: Account | undefined;
}

/** Home of clusters whose data folder is closed to the user PostgreSQL runs as, such as one under root's own home. */
const SYSTEM_HOME = '/var/lib/fraud-risk';

/**
 * Finds the place of the cluster of a data folder: `<dataDir>/postgres`, or, when the server's user cannot get there, a
 * folder of the system to which `<dataDir>/postgres` is then a symbolic link. The link alone decides from then on.
 */
export function placeCluster(dataDir: string): Placement {
  const entry = path.join(dataDir, 'postgres');
  const linked = readLink(entry);
  if (linked) return { cluster: linked, home: path.dirname(linked), account: chooseAccount(linked) };
  const account = chooseAccount(entry);
  if (!account || canEnter(account, dataDir)) return { cluster: entry, home: dataDir, account };
  const home = makeSystemHome(dataDir);
  const cluster = path.join(home, 'postgres');
  moveCluster(entry, cluster, account);
  symlinkSync(cluster, entry);
  return { cluster, home, account };
}

/** Removes a stopped cluster wherever it is, for throw-away data folders. */
export function removeCluster(dataDir: string): void {
  const entry = path.join(dataDir, 'postgres');
  const linked = readLink(entry);
  if (linked) rmSync(path.dirname(linked), { recursive: true, force: true });
  rmSync(entry, { recursive: true, force: true });
}

function readLink(entry: string): string | undefined {
  return lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(entry) : undefined;
}

/** A new folder each time: a data folder that was removed and made again must not find the old cluster. */
function makeSystemHome(dataDir: string): string {
  mkdirSync(SYSTEM_HOME, { recursive: true });
  chmodSync(SYSTEM_HOME, 0o755);
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
  const home = mkdtempSync(path.join(SYSTEM_HOME, `${hash}-`));
  chmodSync(home, 0o755);
  return home;
}

/** A cluster may be there already: the data folder was open to the server's user once. */
function moveCluster(from: string, to: string, account: Account): void {
  if (!lstatSync(from, { throwIfNoEntry: false })) return;
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    rmSync(from, { recursive: true });
  }
  chownTree(to, account);
}
