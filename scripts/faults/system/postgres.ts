import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeCluster, removeCluster } from '../../../platform/embedded/placement.ts';
import { findPostmaster } from '../../../platform/embedded/postmaster.ts';
import { identifyProcess } from '../../../platform/embedded/processes.ts';
import { startEmbeddedPostgres } from '../../../platform/embedded/start-embedded-postgres.ts';
import type { Logger } from '../../../platform/logger.ts';
import { findLastingPort } from '../../test/lasting-port.ts';

export interface CrashingServer {
  url: string;
  /** Ends the server as a crash does, and starts it again on the same data and port. Resolves when it answers. */
  crash(awayMs: number): Promise<void>;
  stop(): Promise<void>;
}

const POLL_MS = 10;

/**
 * Starts a PostgreSQL of our own with its default durability: what it committed must be there after a crash. An immediate
 * shutdown is one: nothing is written any more, and the next start recovers from the log.
 */
export async function startPostgres(dataDir: string, logger: Logger): Promise<CrashingServer> {
  const port = await findLastingPort();
  const start = () => startEmbeddedPostgres({ dataDir, preferredPort: port, logger });
  const uses = [await start()];
  const url = uses[0]?.url ?? '';
  const { cluster } = placeCluster(dataDir);
  return {
    url,
    crash: async (awayMs) => {
      await endAtOnce(cluster);
      await sleep(awayMs);
      const use = await start();
      uses.push(use);
      if (use.url !== url) throw new Error('PostgreSQL came back on another port');
    },
    stop: async () => {
      for (const use of uses) await use.stop();
      removeCluster(dataDir);
    },
  };
}

async function endAtOnce(cluster: string): Promise<void> {
  const postmaster = findPostmaster(cluster);
  if (!postmaster) throw new Error('PostgreSQL ended by itself');
  const identity = identifyProcess(postmaster.pid);
  process.kill(postmaster.pid, 'SIGQUIT');
  while (identifyProcess(postmaster.pid) === identity) await sleep(POLL_MS);
}
