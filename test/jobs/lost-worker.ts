import process from 'node:process';
import { pino } from 'pino';
import Type from 'typebox';
import { openQueueBackend } from '../../platform/jobs/backend.ts';
import { createJobConsumer } from '../../platform/jobs/consumer.ts';

/** A worker process that takes one job, says so, and never finishes it: `node lost-worker.ts queue databaseUrl [redisUrl]`. */
const [name = '', databaseUrl = '', ...redisUrls] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const consumer = createJobConsumer({
  jobs: { [name]: { payload: Type.Object({}), retryDelaysMs: [] } },
  handlers: [
    {
      name,
      handle: async () => {
        process.stdout.write('started\n');
        await new Promise(() => {});
      },
    },
  ],
  backend: await openQueueBackend({ databaseUrl, redisUrls, workers: 1, logger }),
  concurrency: 1,
  logger,
  metrics: { attempt: () => {} },
  lockMs: 1_000,
});
await consumer.start();
