import { parseArgs } from 'node:util';
import type { PopulationOptions } from './population.ts';

/**
 * Reads the command line of `npm run bench:graph`.
 *
 * @throws Error naming the option that is unknown or not a number
 */
export function readOptions(args: readonly string[]): PopulationOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      users: { type: 'string', default: '1000000' },
      edges: { type: 'string', default: '3000000' },
      seed: { type: 'string', default: '1' },
    },
  });
  return {
    users: readNumber('users', values.users, 1_000),
    edges: readNumber('edges', values.edges, 1_000),
    seed: readNumber('seed', values.seed, 0),
  };
}

function readNumber(name: string, text: string, minimum: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < minimum) throw new Error(`--${name}: must be a whole number from ${minimum}`);
  return value;
}
