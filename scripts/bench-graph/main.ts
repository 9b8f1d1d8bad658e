import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { pino } from 'pino';
import { migrateToLatest } from '../../db/migrate.ts';
import { removeCluster } from '../../platform/embedded/placement.ts';
import { startEmbeddedPostgres } from '../../platform/embedded/start-embedded-postgres.ts';
import { createShutdown } from '../../platform/shutdown.ts';
import { startChild } from '../bench/system/child.ts';
import { fillGraph } from './fill.ts';
import { readOptions } from './options.ts';
import type { MeasuredPass, PassRequest } from './pass-process.ts';
import { drawPopulation, type PopulationOptions } from './population.ts';
import { formatPass, judgePass } from './report.ts';

/*
 * `npm run bench:graph`: the full pass over the graph of one large tenant, on a PostgreSQL of its own. Options: --users N
 * --edges N --seed N; see README.md.
 */

const logger = pino({ level: 'warn' });
const shutdown = createShutdown({ logger, timeoutMs: 60_000 });
await shutdown.run(await runOrExplain());

async function runOrExplain(): Promise<number> {
  try {
    return await runBench(readOptions(process.argv.slice(2)));
  } catch (error) {
    console.error(error);
    return 1;
  }
}

async function runBench(options: PopulationOptions): Promise<number> {
  console.log(`${os.cpus().length} × ${os.cpus()[0]?.model}, load average ${os.loadavg()[0]?.toFixed(1)}`);
  const dataDir = makeDataDir();
  const databaseUrl = await startDatabase(dataDir);
  const request: PassRequest = { databaseUrl, companyId: randomUUID() };
  const startedAt = performance.now();
  await fill(request, options);
  console.log(`filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  const child = startChild('pass', path.join(import.meta.dirname, 'pass-process.ts'), { cwd: dataDir });
  shutdown.add('pass', () => child.stop());
  let passed = true;
  for (const name of ['first pass, all rows are new', 'second pass, all rows are there']) {
    const measured = await child.ask<MeasuredPass>(request);
    const verdict = judgePass(measured);
    console.log(`\n${name}\n${formatPass(measured)}\n${verdict.text}`);
    passed &&= verdict.passed;
  }
  return passed ? 0 : 1;
}

async function startDatabase(dataDir: string): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir, preferredPort: 0, logger });
  shutdown.add('PostgreSQL', () => server.stop());
  await migrateToLatest(server.url);
  return server.url;
}

async function fill({ databaseUrl, companyId }: PassRequest, options: PopulationOptions): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fillGraph(client, companyId, drawPopulation(options));
  } finally {
    await client.end();
  }
}

/** On a disk, as in production; started by root, PostgreSQL runs as another user who must be able to enter. */
function makeDataDir(): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'fraud-risk-bench-graph-'));
  chmodSync(dataDir, 0o755);
  shutdown.add('data folder', () => {
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}
