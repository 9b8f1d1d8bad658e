import { parseArgs } from 'node:util';
import { UsageError } from '../queues/options.ts';

export const DATA_SETS = ['cards', 'ecommerce'] as const;
export type DataSet = (typeof DATA_SETS)[number];

/** When labels reach the service: as the file has them (7 days after the event), a day after the event, or never. */
export const FEEDBACKS = ['7', '1', 'none'] as const;
export type Feedback = (typeof FEEDBACKS)[number];

export const PROFILES = ['default', 'adaptive'] as const;
export type Profile = (typeof PROFILES)[number];

export interface ReplayOptions {
  command: 'replay';
  dataSets: readonly DataSet[];
  /** The folder of the data, when it is told on the command line. */
  dataDir: string | undefined;
  quick: boolean;
  feedback: Feedback;
  profile: Profile;
  /** After so much event time, in milliseconds, the replay waits for the workers; undefined: it never does. */
  idleEveryMs: number | undefined;
  /** Files for the scores and for all contributions, and an earlier one of scores to compare with. */
  out: string | undefined;
  dump: string | undefined;
  against: string | undefined;
  /** The average precision of the scores that the run fails without. */
  least: number | undefined;
}

export interface CompareOptions {
  command: 'compare';
  /** Files of scores, the earlier one first. */
  files: readonly [string, string];
}

export const USAGE = `Usage: npm run quality                       replays both data sets
       npm run quality -- cards|ecommerce    one of them
       npm run quality -- compare A B        compares two files of scores
Options: --data DIR          folder of the data; or QUALITY_DATA, or ../shared/quality beside the repository
         --quick             a short slice
         --feedback 7|1|none days until labels are known: 7 (as in the file), 1, or never
         --profile default|adaptive
         --idle-every 1d     event time after which the replay waits for the workers (12h, 7d…, never)
         --out FILE          the scores, instead of quality-results/
         --dump FILE         all contributions as gzipped JSON lines
         --against FILE      compares with the scores of an earlier run
         --least 0.33        fails when the average precision is smaller`;

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

/**
 * Reads the command line of `npm run quality`.
 *
 * @throws UsageError when a command, an option or a value is not as the usage says
 */
export function readOptions(args: readonly string[]): ReplayOptions | CompareOptions {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (name === 'compare') {
    const [one, other, ...more] = rest;
    if (one === undefined || other === undefined || more.length > 0) throw new UsageError('compare takes two files');
    return { command: 'compare', files: [one, other] };
  }
  if (rest.length > 0) throw new UsageError('Name one data set, or none for both');
  const dataSets = name === undefined ? DATA_SETS : [choose('data set', name, DATA_SETS)];
  const { data: dataDir, quick, out, dump, against } = values;
  for (const [option, value] of Object.entries({ out, dump, against })) {
    if (value !== undefined && dataSets.length > 1) throw new UsageError(`--${option} is about one data set: name it`);
  }
  return {
    command: 'replay',
    dataSets,
    dataDir,
    quick,
    feedback: choose('--feedback', values.feedback, FEEDBACKS),
    profile: choose('--profile', values.profile, PROFILES),
    idleEveryMs: readPeriod(values['idle-every']),
    out,
    dump,
    against,
    least: values.least === undefined ? undefined : readShare('--least', values.least),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        quick: { type: 'boolean', default: false },
        feedback: { type: 'string', default: '7' },
        profile: { type: 'string', default: 'default' },
        'idle-every': { type: 'string', default: '1d' },
        out: { type: 'string' },
        dump: { type: 'string' },
        against: { type: 'string' },
        least: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function choose<Name extends string>(what: string, given: string, names: readonly Name[]): Name {
  const chosen = names.find((name) => name === given);
  if (!chosen) throw new UsageError(`${what}: ${JSON.stringify(given)} is none of ${names.join(', ')}`);
  return chosen;
}

function readShare(option: string, text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1)) {
    throw new UsageError(`${option}: ${JSON.stringify(text)} is no number from 0 to 1`);
  }
  return share;
}

function readPeriod(text: string): number | undefined {
  if (text === 'never') return undefined;
  const [, count = '', unit = ''] = /^([1-9]\d*)([hd])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined) throw new UsageError(`--idle-every: ${JSON.stringify(text)} is no time such as 12h or 1d`);
  return Number(count) * unitMs;
}
