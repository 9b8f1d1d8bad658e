import process from 'node:process';
import { pino } from 'pino';
import { createShutdown } from '../../../platform/shutdown.ts';

/* A process that only shuts down. Argument: what its closer named "first" does. Every closer writes its name. */

const [, , behaviour] = process.argv;
const shutdown = createShutdown({ logger: pino({ level: 'silent' }), timeoutMs: behaviour === 'slow' ? 60_000 : 500 });
const write = (text: string) => void process.stdout.write(`${text}\n`);

shutdown.add('first', () => {
  write('first');
  if (behaviour === 'fail') throw new Error('cannot close');
  return behaviour === 'hang' || behaviour === 'slow' ? new Promise(() => {}) : Promise.resolve();
});
shutdown.add('second', async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  write('second');
});
setInterval(() => {}, 60_000);
write('ready');
if (behaviour === 'crash') throw new Error('a mistake');
if (behaviour === 'fatal') void shutdown.run(3);
