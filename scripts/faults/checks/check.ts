import type { Database } from '../../../db/connect.ts';
import type { Tenant } from '../../demo/tenant.ts';
import type { Traffic } from '../load/client.ts';
import type { Ledger } from '../load/ledger.ts';
import type { Receiver } from '../receiver.ts';
import type { System } from '../system/start-system.ts';

/** Something that must hold once everything has settled. */
export interface Check {
  name: string;
  expected: number;
  found: number;
  /** Some of what is wrong. */
  examples: readonly string[];
}

/** What checks look at. */
export interface Outcome {
  system: System;
  tenants: readonly Tenant[];
  ledger: Ledger;
  traffic: Traffic;
  receiver: Receiver;
  db: Database;
  /** When the first request was sent. */
  startedAt: Date;
}

const MAX_EXAMPLES = 5;

/** A check of a number. */
export function checkNumber(name: string, expected: number, found: number): Check {
  return { name, expected, found, examples: [] };
}

/** A check that two sets are the same; what is in one of them only is named. */
export function checkSame(name: string, expected: ReadonlySet<string>, found: ReadonlySet<string>): Check {
  const missing = [...expected].filter((item) => !found.has(item)).map((item) => `${item} is missing`);
  const added = [...found].filter((item) => !expected.has(item)).map((item) => `${item} should not be there`);
  return checkNone(name, [...missing, ...added]);
}

/** A check that nothing is wrong; what is wrong is named. */
export function checkNone(name: string, wrong: readonly string[]): Check {
  return { name, expected: 0, found: wrong.length, examples: [...new Set(wrong)].slice(0, MAX_EXAMPLES) };
}

export function hasPassed({ expected, found }: Check): boolean {
  return expected === found;
}

/** Runs a statement that answers with one number. */
export async function readNumber({ pool }: Pick<Database, 'pool'>, sql: string): Promise<number> {
  const { rows } = await pool.query<{ number: number }>(`select (${sql})::float8 as number`);
  return rows[0]?.number ?? 0;
}
