import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Events of history stored before the first request. */
  rows: number;
  /** Length of each phase. */
  seconds: number;
  users: number;
  /** Whether the workers run beside the API. */
  workers: boolean;
  /** Whether the API writes a profile of its processor time (a `.cpuprofile`). */
  cpuProf: boolean;
  /** A smoke run: a few seconds, no timing is looked at, only errors. */
  quick: boolean;
}

const QUICK = { rows: '200', seconds: '0.4', users: '500' };
const FULL = { rows: '10000', seconds: '10', users: '20000' };

/**
 * Reads the command line of `npm run bench`.
 *
 * @throws Error naming the option that is unknown or not a number
 */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string' },
      seconds: { type: 'string' },
      users: { type: 'string' },
      workers: { type: 'boolean', default: false },
      'cpu-prof': { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  const { workers, quick } = values;
  const given = { ...(quick ? QUICK : FULL), ...dropUnset(values) };
  return {
    rows: readNumber('rows', given.rows, 0),
    seconds: readNumber('seconds', given.seconds, 0.1),
    users: readNumber('users', given.users, 100),
    workers,
    quick,
    cpuProf: values['cpu-prof'],
  };
}

function dropUnset<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

function readNumber(name: string, text: string, minimum: number): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < minimum) throw new Error(`--${name}: must be a number from ${minimum} on`);
  return value;
}
