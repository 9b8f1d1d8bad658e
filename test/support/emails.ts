import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { insertEmail, type EmailContent } from '../../db/queries/emails.ts';
import { loadConfig } from '../../platform/config.ts';
import { createSecretBox } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { createEmail } from '../../workers/email.ts';
import { handlerContext } from '../jobs/support.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_ENVIRONMENT } from './environment.ts';

export const START = Date.UTC(2026, 10, 21, 12);
export const LINK = 'https://app.example.com/verify?token=single-use-7f3a';
const secrets = createSecretBox(TEST_ENVIRONMENT.ENCRYPTION_KEY);

interface EmailRow {
  status: string;
  attempts: number;
  sealed: string | null;
  last_error: string | null;
  sent_at: Date | null;
  next_attempt_at: Date;
}

/** One stored e-mail of a database of its own, and the handler that sends it. */
export async function storeEmail(
  t: ExecutionContext,
  settings: Record<string, string>,
  { recipient = 'bob@example.com', content, clock = createTestClock(START) }: Partial<StoreOptions> = {},
) {
  const database = await createTestDatabase(t);
  const { knex } = database.db;
  const [companyId, emailId] = [randomUUID(), uuidv7(START)];
  await knex('companies').insert({ id: companyId, name: 'Shop', created_at: new Date(START) });
  const email = content ?? { template: 'verify-email', parameters: { companyName: 'Shop & Söhne', link: LINK } };
  await insertEmail(knex, companyId, { ...email, id: emailId, recipient, createdAt: new Date(START) }, secrets);
  const config = loadConfig({ ...TEST_ENVIRONMENT, MAIL_FROM: 'Risk <risk@example.org>', ...settings });
  const handler = createEmail({ config, clock, db: database.db, secrets });
  const key = { companyId, emailId };
  return { database, clock, key, handler, send: () => handler.handle(key, handlerContext()) };
}
interface StoreOptions {
  recipient: string;
  content: EmailContent;
  clock: TestClock;
}

export async function readRow({ db }: TestDatabase): Promise<EmailRow> {
  const row = await db.knex('emails').first<EmailRow>();
  if (!row) throw new Error('no e-mail is stored');
  return row;
}
