import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { pino } from 'pino';
import { createShutdown, type Shutdown } from '../../platform/shutdown.ts';
import { runPhases, type Bench, type Measurement } from './measure.ts';
import { readOptions, type BenchOptions } from './options.ts';
import { preloadHistory } from './preload/preload.ts';
import { formatMeasurements, formatRows, formatSoak, formatStatements } from './report.ts';
import { runSoak } from './soak.ts';
import { startChild } from './system/child.ts';
import { makeResultsDir, startSystem, type System } from './system/start-system.ts';
import { waitForGraph } from './system/graph-lag.ts';
import { countRows, installStatementCounter } from './system/statistics.ts';
import { registerTenant, type Tenant } from './system/tenant.ts';
import { readPostmasterPid } from './system/usage.ts';

/*
 * `npm run bench`: measures assess and ingest over HTTP on a system of its own, beside the floor, a bare Koa route.
 * Options: --rows N --seconds S --users N --hot --processes N --soak S --workers --cpu-prof --quick; see README.md.
 */

const SHUTDOWN_TIMEOUT_MS = 60_000;

const options = readOptions(process.argv.slice(2));
const logger = pino({ level: 'warn' });
const shutdown = createShutdown({ logger, timeoutMs: SHUTDOWN_TIMEOUT_MS });
await shutdown.run(await runOrExplain());

async function runOrExplain(): Promise<number> {
  try {
    return await runBench();
  } catch (error) {
    console.error(error);
    return 1;
  }
}

async function runBench(): Promise<number> {
  const resultsDir = makeResultsDir();
  console.log(describeMachine());
  const system = await startSystem({ options, shutdown, logger, resultsDir });
  const database = await connect(system.databaseUrl, shutdown);
  const tenant = await registerTenant(system.port, database);
  await preloadHistory(database, {
    ...tenant,
    rows: options.rows,
    population: options,
    indicatorHashKey: system.secrets.indicatorHashKey,
    onProgress: (rows) => console.log(`pre-loaded ${rows} of ${options.rows} events`),
  });
  const bench = await prepare(system, tenant, database, options);
  const rowsBefore = await countRows(database);
  const measurements = await runPhases(bench);
  const graphDoneSeconds = options.workers ? await waitForGraph(database) : undefined;
  const rowsAfter = await countRows(database);
  const soak = options.soak > 0 ? await runSoak(bench, options.soak) : undefined;

  console.log(`\n${formatMeasurements(measurements)}`);
  for (const target of ['assess', 'ingest'] as const) console.log(`\n${formatStatements(measurements, target)}`);
  console.log(`\n${formatRows(rowsBefore, rowsAfter)}`);
  if (graphDoneSeconds !== undefined) {
    console.log(`\nno change of the graph waits ${graphDoneSeconds.toFixed(1)} s after the last request`);
  }
  if (soak) console.log(`\n${formatSoak(soak)}`);
  const file = path.join(resultsDir, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  const machine = { summary: describeMachine(), node: process.version };
  writeFileSync(
    file,
    JSON.stringify({ machine, options, rowsBefore, rowsAfter, measurements, graphDoneSeconds, soak }, null, 2),
  );
  console.log(`\nRaw results: ${path.relative(process.cwd(), file)}`);
  return judge([...measurements, ...(soak?.measurements ?? [])]);
}

async function connect(url: string, closers: Pick<Shutdown, 'add'>): Promise<pg.Client> {
  const database = new pg.Client({ connectionString: url });
  // A server that goes away on an interrupt is not worth a word; any query that misses it fails by itself.
  database.on('error', () => {});
  closers.add('database connection', () => database.end());
  await database.connect();
  await installStatementCounter(database);
  return database;
}

/** Starts what only the bench needs: the floor and the load generator. */
async function prepare(
  system: System,
  { companyId, token, signingSecret }: Tenant,
  database: pg.Client,
  { users, hot, seconds, workers }: BenchOptions,
): Promise<Bench> {
  const start = (name: string, file: string) => {
    const child = startChild(name, path.join(import.meta.dirname, file), { cwd: system.dataDir });
    shutdown.add(name, () => child.stop());
    return child;
  };
  const floor = start('floor', 'floor-server.ts');
  const floorPort = await floor.ask<number>({ signingSecret: system.secrets.signing });
  const apiPorts = system.apis.map(({ port }) => port);
  const ports = { floor: [floorPort], assess: apiPorts, ingest: apiPorts };
  return {
    database,
    hasWorkers: workers,
    floor,
    apis: system.apis.map(({ child }) => child),
    load: start('load generator', 'load/main.ts'),
    postmasterPid: await readPostmasterPid(database),
    setup: { ports, population: { users, hot }, companyId, token, signingSecret },
    seconds,
    onMeasured: ({ phase, target, outcome }) =>
      console.log(`${phase}: ${target}: ${outcome.requests} requests in ${outcome.seconds.toFixed(1)} s`),
  };
}

/** Timing is for people to judge; errors are not. */
function judge(measurements: readonly Measurement[]): number {
  const failed = measurements.filter(({ outcome }) => outcome.requests === 0 || Object.keys(outcome.errors).length > 0);
  for (const { phase, target, outcome } of failed) {
    console.error(`FAILED ${phase}: ${target}: ${outcome.requests} requests, errors ${JSON.stringify(outcome.errors)}`);
  }
  return failed.length === 0 ? 0 : 1;
}

/** Results mean little without it: what else runs on the machine takes its share. */
function describeMachine(): string {
  const [cpu] = os.cpus();
  const load = os.loadavg()[0]?.toFixed(1);
  return `${os.cpus().length} × ${cpu?.model.trim() ?? 'processor'}, load average ${load}, ${os.type()} ${os.release()}`;
}
