import { randomUUID } from 'node:crypto';
import os from 'node:os';
import process from 'node:process';
import pg from 'pg';
import { pino } from 'pino';
import { createShutdown } from '../../platform/shutdown.ts';
import { makeResultsDir, startSystem } from '../bench/system/start-system.ts';
import { registerTenant } from '../bench/system/tenant.ts';
import { readCpu, readPostmasterPid } from '../bench/system/usage.ts';
import { fillEvaluations } from './fill.ts';
import { listTargets } from './targets.ts';

/*
 * `npm run bench:evaluations -- --rows N` (1,000,000): the median answer time of each query of evaluations and analytics
 * over HTTP, one at a time, for one company with so many evaluations, on a system of its own. `cpu` is the processor time of
 * the API and PostgreSQL per answer: it means something on a busy machine, too.
 */

const RUNS = 20;

const rows = Number(process.argv[process.argv.indexOf('--rows') + 1] ?? '') || 1_000_000;
const logger = pino({ level: 'warn' });
const shutdown = createShutdown({ logger, timeoutMs: 60_000 });
await shutdown.run(
  await runBench().catch((error: unknown) => {
    console.error(error);
    return 1;
  }),
);

async function runBench(): Promise<number> {
  const options = { rows, seconds: 1, users: 100, workers: false, cpuProf: false, quick: false };
  const system = await startSystem({ options, shutdown, logger, resultsDir: makeResultsDir() });
  const database = new pg.Client({ connectionString: system.databaseUrl });
  database.on('error', () => {});
  shutdown.add('database connection', () => database.end());
  await database.connect();
  const { companyId, token } = await registerTenant(system.port, database);
  const call = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`http://127.0.0.1:${system.port}/api/risk-engine${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  await call('/assess', {
    ...{ transactionId: randomUUID(), userId: 'user-1', amountMinor: 4_900, currency: 'USD' },
    ...{ email: 'ada@example.com', ipAddress: '203.0.113.7', deviceFingerprint: 'device-1', ipGeo: { country: 'US' } },
  });
  await fillEvaluations(database, { companyId, databaseUrl: system.databaseUrl, rows });
  console.log(`\n${os.cpus().length} processors, load average ${os.loadavg()[0]?.toFixed(1)}; ms of ${RUNS} runs`);
  console.log('   best  median   worst     cpu     total  path');
  const postmasterPid = await readPostmasterPid(database);
  const readCpuMs = () => {
    const { server = 0, postgres = 0 } = readCpu([system.api.pid], postmasterPid);
    return (server + postgres) * 1_000;
  };
  for (const target of await listTargets(call)) {
    const cpuBefore = readCpuMs();
    const { times, total } = await measure(target, call);
    const figures = [times[0], times[RUNS / 2], times.at(-1), (readCpuMs() - cpuBefore) / RUNS];
    console.log(...figures.map((ms = 0) => ms.toFixed(1).padStart(7)), String(total ?? '').padStart(9), ` ${target}`);
  }
  return 0;
}

async function measure(path: string, call: (path: string) => Promise<Record<string, unknown>>) {
  const times: number[] = [];
  let total: number | undefined;
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    const { meta } = (await call(path)) as { meta?: { total: number } };
    times.push(performance.now() - startedAt);
    total = meta?.total;
  }
  return { times: times.sort((one, other) => one - other), total };
}
