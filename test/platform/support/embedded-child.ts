import process from 'node:process';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../../platform/embedded/start-embedded-postgres.ts';

/* A process that uses the embedded PostgreSQL of the folder given, until it is told to leave or killed. */

const [, , dataDir = ''] = process.argv;
const server = await startEmbeddedPostgres({
  dataDir,
  preferredPort: 0,
  logger: pino({ level: 'silent' }),
  settings: { fsync: 'off' },
});
process.send?.(server.url);
process.once('message', () => void server.stop().then(() => process.exit(0)));
