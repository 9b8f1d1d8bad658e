import process from 'node:process';
import { processEnvironment } from '../platform/config.ts';
import { StartError } from '../platform/start-error.ts';
import { buildTests } from './test/build-tests.ts';
import { startTestPostgres } from './test/postgres-server.ts';
import { hasRedisServer, REDIS_DATABASES, startTestRedis } from './test/redis-server.ts';
import { ROOT, runAva } from './test/run-ava.ts';
import { addTotals, type Totals } from './test/summary.ts';

/*
 * `npm test`: runs the suite on PostgreSQL alone, then on PostgreSQL and Redis, on servers of its own. Arguments go to
 * ava: npm test -- test/api --match='*refresh*'
 */

/**
 * What is run once more on Redis: tests of all that may live there (queues, nonces, rate limits) and of what leads to it.
 * `npm test -- test` runs all of them there as well.
 */
const ON_REDIS = [
  'test/access/**',
  'test/auth/**',
  'test/billing/**',
  'test/events/**',
  'test/http/{errors,metrics,server}.test.ts',
  'test/jobs/**',
  'test/risk-engine/{assess,feedback}*.test.ts',
  'test/scripts/**',
  'test/workers/**',
  '!test/workers/{analytics-*,email-templates,fold-changes,graph-pass,partitions,translate-billing}.test.ts',
];

const options = process.argv.slice(2);
const environment = processEnvironment();
const interruption = new AbortController();

async function runSuites(): Promise<Totals[]> {
  const build = await buildTests(ROOT);
  try {
    const postgres = await startTestPostgres();
    try {
      const settings = { TEST_BUILD_DIR: build.dir, TEST_DATABASE_URL: postgres.url };
      heading('PostgreSQL alone');
      return [await runAva(options, settings, interruption.signal), await runWithRedis(settings)];
    } finally {
      await postgres.stop();
    }
  } finally {
    build.remove();
  }
}

async function runWithRedis(settings: Record<string, string>): Promise<Totals> {
  const given = environment['TEST_REDIS_URL'];
  if (!given && !hasRedisServer()) {
    const required = environment['CI'] === 'true';
    heading(`no redis-server found: the run on Redis ${required ? 'fails' : 'is left out'}`);
    return { passed: 0, failed: required ? 1 : 0 };
  }
  heading('PostgreSQL and Redis');
  const redis = given ? undefined : await startTestRedis();
  try {
    const withRedis = {
      ...settings,
      TEST_REDIS_URL: given ?? redis?.url ?? '',
      ...(redis && { TEST_REDIS_DATABASES: String(REDIS_DATABASES) }),
    };
    return await runAva(options.length > 0 ? options : ON_REDIS, withRedis, interruption.signal);
  } finally {
    await redis?.stop();
  }
}

function heading(text: string): void {
  console.log(`\n=== ${text}`);
}

async function runOrExplain(): Promise<Totals> {
  try {
    return addTotals(await runSuites());
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

// Whoever reads our output may be gone (a pipe, a closed terminal): the servers must be stopped all the same.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort());

const { passed, failed } = await runOrExplain();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
