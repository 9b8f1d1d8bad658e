import process from 'node:process';
import { pino } from 'pino';
import { connectDatabase } from '../../db/connect.ts';
import { processEnvironment } from '../../platform/config.ts';
import { createShutdown } from '../../platform/shutdown.ts';
import { StartError } from '../../platform/start-error.ts';
import { createRandom } from '../demo/random.ts';
import { registerTenant } from '../demo/tenant.ts';
import { hasPassed, type Outcome } from './checks/check.ts';
import { runChecks } from './checks/run-checks.ts';
import { makeFaults } from './faults.ts';
import { listAccepted } from './load/ledger.ts';
import { startLoad } from './load/run-load.ts';
import { listLoggedProblems, listStrayLines } from './logs.ts';
import { readOptions, type FaultOptions } from './options.ts';
import { openQueues } from './queues.ts';
import { startReceiver } from './receiver.ts';
import { renderChecks, renderFailedJobs, renderFigures, renderProblems } from './report.ts';
import { settle } from './settle.ts';
import { subscribeToThreats } from './subscribers.ts';
import { makeDataDir, makeLogDir, startSystem, waitUntilReady, type Folders } from './system/start-system.ts';

/*
 * `npm run test:faults`: runs the whole service, kills its processes and servers while events come in, and then checks
 * that nothing was lost and nothing was done twice. Options: --seconds N --seed N --without-redis --keep; see README.md.
 */

const COMPANIES = 3;
const SHUTDOWN_TIMEOUT_MS = 60_000;
const MAX_STRAY_LINES = 30;

const logger = pino({ level: 'error' });
const shutdown = createShutdown({ logger, timeoutMs: SHUTDOWN_TIMEOUT_MS });
const interruption = new AbortController();
await shutdown.run(await runOrExplain());

async function runOrExplain(): Promise<number> {
  let logDir: string | undefined;
  try {
    const options = readOptions(process.argv.slice(2), processEnvironment()['CI'] === 'true');
    print([describeRun(options)]);
    const dataDir = makeDataDir(options, shutdown);
    logDir = makeLogDir(dataDir);
    return await run(options, { dataDir, logDir });
  } catch (error) {
    if (!interruption.signal.aborted) {
      if (logDir !== undefined) print(listStrayLines(logDir).slice(-MAX_STRAY_LINES));
      console.error(error instanceof StartError ? error.message : error);
    }
    print(['0 passed, 1 failed']);
    return 1;
  }
}

async function run(options: FaultOptions, folders: Folders): Promise<number> {
  const setting = await prepare(options, folders);
  const { system, db } = setting;
  const { faults, ...sent } = await attack(setting, options);
  const queues = await openQueues(system, logger);
  shutdown.add('queues', () => queues.close());
  await waitUntilReady([system.api, ...system.workers]);
  const events = listAccepted(sent.ledger).length;
  const settled = await settle({ db, queues, events, signal: interruption.signal });
  const outcome: Outcome = { ...setting, ...sent };
  const checks = await runChecks(outcome, settled);
  const failed = checks.filter((check) => !hasPassed(check)).length;
  print(renderProblems(listLoggedProblems(system.logDir), failed > 0));
  print(renderFailedJobs(await queues.listFailures()));
  print(renderFigures(outcome, faults, settled));
  print(renderChecks(checks));
  print([`${checks.length - failed} passed, ${failed} failed`]);
  return failed === 0 ? 0 : 1;
}

type Setting = Pick<Outcome, 'system' | 'tenants' | 'receiver' | 'db'>;

/** The service, companies with signing secrets, and subscribers of threats. */
async function prepare(options: FaultOptions, folders: Folders): Promise<Setting> {
  const system = await startSystem({ options, ...folders, shutdown, logger });
  const db = connectDatabase({ url: system.databaseUrl, poolSize: 4, signalTimeoutMs: 1_000 });
  shutdown.add('database', () => db.close());
  const companies = Array.from({ length: COMPANIES }, (_, index) => registerTenant(system.baseUrl, String(index + 1)));
  const tenants = await Promise.all(companies);
  const receiver = await startReceiver(createRandom(options.seed + 1));
  shutdown.add('receiver', () => receiver.close());
  await subscribeToThreats(db, system.config, tenants, receiver);
  return { system, tenants, receiver, db };
}

/** Sends events and makes faults at the same time; resolves when all that was sent is accepted or given up. */
async function attack({ system, tenants }: Setting, { seconds, seed }: FaultOptions) {
  const startedAt = new Date();
  const load = startLoad(system.baseUrl, tenants, seed);
  shutdown.add('load', () => load.abandon());
  const { signal } = interruption;
  const onFault = announce(startedAt);
  const faulting = makeFaults(system, { random: createRandom(seed), seconds, onFault, signal });
  // A server that a fault is about to start again must be there before it is stopped.
  shutdown.add('faults', async () => {
    interruption.abort();
    await faulting.catch(() => {});
  });
  const faults = await faulting;
  await load.finish();
  return { faults, startedAt, ledger: load.ledger, traffic: load.traffic };
}

function describeRun({ seconds, seed, redis }: FaultOptions): string {
  const servers = redis ? 'PostgreSQL and Redis' : 'PostgreSQL alone: no redis-server, or not wanted';
  return `${seconds} s of faults, seed ${seed}, ${servers}`;
}

function announce(startedAt: Date): (kind: string) => void {
  return (kind) => console.log(`${((Date.now() - startedAt.getTime()) / 1_000).toFixed(1).padStart(6)} s  ${kind}`);
}

function print(lines: readonly string[]): void {
  console.log(`\n${lines.join('\n')}`);
}
