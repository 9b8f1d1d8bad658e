import { execFile } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import { readOptions } from '../../scripts/plans/options.ts';
import { UsageError } from '../../scripts/queues/options.ts';
import { TEST_ENVIRONMENT } from '../support/environment.ts';
import { createTestDatabase } from '../support/database.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/plans.ts');

interface Outcome {
  code: number;
  out: string;
  err: string;
}

function run(databaseUrl: string, ...args: string[]): Promise<Outcome> {
  const env = { PATH: process.env['PATH'] ?? '', ...TEST_ENVIRONMENT, DATABASE_URL: databaseUrl };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', SCRIPT, ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

test('plans are listed, changed and shown before and after', async (t) => {
  const { url, db } = await createTestDatabase(t);
  const list = await run(url);
  t.is(list.code, 0, list.err);
  t.regex(
    list.out,
    /^code +name +price +per +events a month +requests a minute +active +features\ntrial +Trial +0 +USD month/m,
  );
  t.regex(list.out, /enterprise .* no limit +300000 +true/);
  const changes = ['--limit', '5', '--rate', '60', '--price', '9900', '--features', 'threat_intel,reviews,reviews'];
  const changed = await run(url, 'set', 'starter', ...changes, '--active', 'false');
  t.is(changed.code, 0, changed.err);
  t.deepEqual(changed.out.trimEnd().split('\n'), [
    'starter: changed, for the next request of every process',
    '  price: 4900 -> 9900',
    '  events a month: 100000 -> 5',
    '  requests a minute: 6000 -> 60',
    '  active: true -> false',
    '  features: event_explorer,reviews -> reviews,threat_intel',
  ]);
  const row = await db.knex('plans').where({ code: 'starter' }).first<Record<string, unknown>>();
  t.like(row, {
    monthly_event_limit: 5,
    ingest_rate_per_minute: 60,
    price_minor: 9900,
    active: false,
    name: 'Starter',
  });
  t.deepEqual(row?.['features'], ['reviews', 'threat_intel']);
  t.is((await run(url, 'set', 'starter', '--rate', '60')).out, 'starter: nothing to change\n');
  const lifted = await run(url, 'set', 'starter', '--limit', 'none', '--features', 'none', '--json');
  const { before, after } = JSON.parse(lifted.out) as Record<'before' | 'after', Record<string, unknown>>;
  t.like(before, { code: 'starter', monthlyEventLimit: 5 });
  t.like(after, { code: 'starter', monthlyEventLimit: null, features: [], ingestRatePerMinute: 60 });
});

test('what is not in the usage changes nothing and is explained, with code 2', async (t) => {
  const { url, db } = await createTestDatabase(t);
  const before = await db.knex('plans').orderBy('code');
  const calls = [
    ['nonsense'],
    ['set'],
    ['set', 'starter'],
    ['set', 'starter', 'growth', '--rate', '1'],
    ['--rate', '1'],
    ['set', 'starter', '--rate', '0'],
    ['set', 'starter', '--limit', '1e3'],
    ['set', 'starter', '--limit=-1'],
    ['set', 'starter', '--price', 'none'],
    ['set', 'starter', '--features', 'reviews,graph'],
    ['set', 'starter', '--active', 'yes'],
    ['set', 'starter', '--name', 'x'],
  ];
  for (const args of calls) t.throws(() => readOptions(args), { instanceOf: UsageError }, args.join(' '));
  for (const args of [
    ['set', 'starter', '--rate', '0'],
    ['set', 'unknown', '--rate', '1'],
  ]) {
    const { code, err, out } = await run(url, ...args);
    t.is(code, 2, args.join(' '));
    t.is(out, '');
    t.regex(err, /^.+\n\nUsage: npm run plans/);
  }
  t.deepEqual(await db.knex('plans').orderBy('code'), before);
});

test('a database that does not answer is said to be so, with code 1', async (t) => {
  const { code, err } = await run('postgres://nobody:x@127.0.0.1:1/none');
  t.is(code, 1);
  t.regex(err, /^The plans cannot be read or changed: .*ECONNREFUSED/);
});
