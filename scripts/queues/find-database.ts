import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../platform/config.ts';
import { formatUrl } from '../../platform/embedded/connection.ts';
import { findPostmaster } from '../../platform/embedded/postmaster.ts';
import { StartError } from '../../platform/start-error.ts';

/**
 * URL of the database the service runs on: that of DATABASE_URL, or the embedded one if it runs. It is only looked at:
 * nothing is made, started or kept running for it.
 *
 * @throws StartError when the embedded database does not run
 */
export function findDatabaseUrl({ embedded, DATABASE_URL, dataDir }: Config): string {
  if (!embedded) return DATABASE_URL;
  const port = findPort(dataDir);
  const passwordFile = path.join(dataDir, 'postgres-password');
  if (port === undefined || !existsSync(passwordFile)) {
    throw new StartError(
      `No service runs on ${dataDir}: start it with "npm start", or set DATABASE_URL to its database`,
    );
  }
  return formatUrl(port, readFileSync(passwordFile, 'utf8').trim());
}

/** The server is known by the path its cluster was started with, through at most one link in the data folder. */
function findPort(dataDir: string): number | undefined {
  if (!existsSync(dataDir)) return undefined;
  const entry = path.join(realpathSync(dataDir), 'postgres');
  const isLink = lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  const postmaster = findPostmaster(isLink ? readlinkSync(entry) : entry);
  return postmaster?.status === 'ready' ? postmaster.port : undefined;
}
