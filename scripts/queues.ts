import { existsSync } from 'node:fs';
import process from 'node:process';
import { pino } from 'pino';
import { ConfigError, loadConfig } from '../platform/config.ts';
import { openQueueBackend, type QueueBackend } from '../platform/jobs/backend.ts';
import { dropFailedJobs, listFailedJobs, retryFailedJobs } from '../platform/jobs/failed-jobs.ts';
import { summarizeQueues } from '../platform/jobs/inspect.ts';
import { JOBS } from '../platform/jobs/job-map.ts';
import { StartError } from '../platform/start-error.ts';
import { findDatabaseUrl } from './queues/find-database.ts';
import { readOptions, USAGE, UsageError, type QueuesOptions } from './queues/options.ts';
import { renderFailedJobs, renderSummaries, toJsonFailedJob, toJsonSummary } from './queues/report.ts';

/*
 * `npm run queues`: what waits, runs and failed in the queues of the service, on the settings of the service. Exits with
 * 1 when the queues cannot be read, with 2 when it is not called like the usage says.
 */

const FAILED_JOBS_SHOWN = 20;
const NAMES = Object.keys(JOBS);

try {
  const options = readOptions(process.argv.slice(2), NAMES);
  await withQueues((backend) => run(backend, options));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function withQueues(action: (backend: QueueBackend) => Promise<void>): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = loadConfig();
  const { redisUrls } = config;
  const databaseUrl = redisUrls.length > 0 ? config.DATABASE_URL : findDatabaseUrl(config);
  // What goes wrong is shown as the reason the command failed.
  const logger = pino({ level: 'silent' });
  const backend = await openQueueBackend({ databaseUrl, redisUrls, workers: 0, logger });
  try {
    await action(backend);
  } finally {
    await backend.close();
  }
}

async function run(backend: QueueBackend, { command, queue: name, json }: QueuesOptions): Promise<void> {
  const now = Date.now();
  if (command === 'list' || name === undefined) {
    const summaries = await summarizeQueues(backend, NAMES, now);
    print(json, summaries.map(toJsonSummary), () => renderSummaries(summaries, now));
    return;
  }
  const queue = await backend.queue(name);
  if (command === 'failed') {
    const jobs = await listFailedJobs(queue, FAILED_JOBS_SHOWN);
    print(json, jobs.map(toJsonFailedJob), () => (jobs.length > 0 ? renderFailedJobs(jobs) : ['No job has failed']));
  } else if (command === 'retry') {
    const retried = await retryFailedJobs(queue, now);
    print(json, { queue: name, retried }, () => [`${name}: ${retried} failed jobs will run again`]);
  } else {
    const dropped = await dropFailedJobs(queue, now);
    print(json, { queue: name, dropped }, () => [`${name}: ${dropped} failed jobs dropped`]);
  }
}

function print(json: boolean, value: unknown, renderLines: () => string[]): void {
  process.stdout.write(`${json ? JSON.stringify(value, null, 2) : renderLines().join('\n')}\n`);
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || error instanceof ConfigError) return message;
  return `The queues cannot be read: ${message || code}`;
}
