import process from 'node:process';
import { pino } from 'pino';
import { processEnvironment } from '../../platform/config.ts';
import { createShutdown } from '../../platform/shutdown.ts';
import { StartError } from '../../platform/start-error.ts';
import { UsageError } from '../queues/options.ts';
import { compareFiles } from './compare.ts';
import { readOptions } from './options.ts';
import { runReplays } from './run.ts';

/*
 * `npm run quality`: replays labelled data through the public API of a system of its own, and measures how well it tells
 * fraud from the rest. Exits with 1 when that fails, with 2 when it is not called like the usage says; see README.md.
 */

const SHUTDOWN_TIMEOUT_MS = 60_000;

const logger = pino({ level: 'error' });
const shutdown = createShutdown({ logger, timeoutMs: SHUTDOWN_TIMEOUT_MS });
const interruption = new AbortController();
await shutdown.run(await runOrExplain());

async function runOrExplain(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options.command === 'compare') console.log(compareFiles(...options.files).join('\n'));
    else await runReplays(options, { environment: processEnvironment(), shutdown, logger, interruption });
    return 0;
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): number {
  if (interruption.signal.aborted) return 1;
  const isExpected = error instanceof UsageError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  return error instanceof UsageError ? 2 : 1;
}
