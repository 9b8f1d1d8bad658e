import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Events of history stored before the first request. */
  rows: number;
  /** Length of each phase. */
  seconds: number;
  users: number;
  /** Whether one user has a tenth of all events, and all users share one address. */
  hot: boolean;
  /** Processes of the API, each on a port of its own. */
  processes: number;
  /** Seconds of steady load on both endpoints after the phases, with memory and open files looked at; 0: none. */
  soak: number;
  /** Whether the workers run beside the API. */
  workers: boolean;
  /** Whether the API writes a profile of its processor time (a `.cpuprofile`). */
  cpuProf: boolean;
  /** A smoke run: a few seconds, no timing is looked at, only errors. */
  quick: boolean;
}

const QUICK = { rows: '200', seconds: '0.4', users: '500' };
const FULL = { rows: '10000', seconds: '10', users: '20000' };
const HOT_USERS = '50000';
const ALONE = { processes: '1', soak: '0' };

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
      hot: { type: 'boolean', default: false },
      processes: { type: 'string' },
      soak: { type: 'string' },
      workers: { type: 'boolean', default: false },
      'cpu-prof': { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  const { hot, workers, quick } = values;
  const given = { ...ALONE, ...(quick ? QUICK : FULL), ...(hot && { users: HOT_USERS }), ...dropUnset(values) };
  return {
    rows: readNumber('rows', given.rows, 0),
    seconds: readNumber('seconds', given.seconds, 0.1),
    users: readNumber('users', given.users, 100),
    hot,
    processes: readNumber('processes', given.processes, 1),
    soak: readNumber('soak', given.soak, 0),
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
