import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Service } from './service.ts';

/**
 * Takes the right to read one table from the connections of a process that load signals: a source that fails, for real.
 * Run such a test serially.
 */
export async function restrictSignals(service: Service, table: string): Promise<{ restore(): Promise<void> }> {
  const { db } = service.dependencies;
  const role = `reader_${randomUUID().replaceAll('-', '')}`;
  const { knex } = service.database.db;
  await knex.raw(
    `create role ${role} login password 'reader'; grant select on all tables in schema public to ${role}; revoke select on ${table} from ${role}`,
  );
  const url = Object.assign(new URL(service.database.url), { username: role, password: 'reader' });
  const { signals } = db;
  db.signals = new pg.Pool({ connectionString: url.href, max: 3 });
  return {
    restore: async () => {
      await db.signals.end();
      db.signals = signals;
      await knex.raw(`drop owned by ${role}; drop role ${role}`);
    },
  };
}
