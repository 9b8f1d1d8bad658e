import { parseArgs } from 'node:util';
import type { PlanChanges } from '../../db/queries/plans.ts';
import { PLAN_FEATURES, type PlanFeature } from '../../engine/vocabulary.ts';
import { UsageError } from '../queues/options.ts';

export type PlansOptions =
  { command: 'list'; json: boolean } | { command: 'set'; code: string; changes: PlanChanges; json: boolean };

export const USAGE = `Usage: npm run plans                            all plans at a glance
       npm run plans -- set <code> [changes]    changes a plan, at once and in every process
Changes: --limit N|none        new events a month, or no limit
         --rate N              requests to POST /events/ingest a minute, at least 1
         --price N             price in minor currency units; what a billing provider charges is set there
         --features a,b|none   of: ${PLAN_FEATURES.join(', ')}
         --active true|false   whether it is offered; companies that have it keep it
Add --json for JSON.`;

const MAX_RATE = 100_000_000;
const CHANGE_OPTIONS = ['limit', 'rate', 'price', 'features', 'active'] as const;

/**
 * Reads the command line of `npm run plans`.
 *
 * @throws UsageError when a command, an option or a value is not as the usage says
 */
export function readOptions(args: readonly string[]): PlansOptions {
  const { values, positionals } = parse(args);
  const { json } = values;
  const [command, code, ...rest] = positionals;
  const changes = readChanges(values);
  const changed = Object.keys(changes).length > 0;
  if (command === undefined || (command === 'list' && code === undefined)) {
    if (changed) throw new UsageError('Which plan? Changes go with: set <code>');
    return { command: 'list', json };
  }
  if (command !== 'set') throw new UsageError(`There is no command ${JSON.stringify(command)}`);
  if (code === undefined || rest.length > 0) throw new UsageError('set takes the code of one plan');
  if (!changed) throw new UsageError(`What is to change? One or more of --${CHANGE_OPTIONS.join(', --')}`);
  return { command: 'set', code, changes, json };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        limit: text,
        rate: text,
        price: text,
        features: text,
        active: text,
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Values = Partial<Record<(typeof CHANGE_OPTIONS)[number], string>>;

function readChanges({ limit, rate, price, features, active }: Values): PlanChanges {
  return {
    ...(limit !== undefined && { monthlyEventLimit: limit === 'none' ? null : readNumber('limit', limit) }),
    ...(rate !== undefined && { ingestRatePerMinute: readNumber('rate', rate, { min: 1, max: MAX_RATE }) }),
    ...(price !== undefined && { priceMinor: readNumber('price', price) }),
    ...(features !== undefined && { features: readFeatures(features) }),
    ...(active !== undefined && { active: readFlag('active', active) }),
  };
}

function readNumber(name: string, text: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
}

function readFeatures(text: string): PlanFeature[] {
  if (text === 'none') return [];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(PLAN_FEATURES as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no feature ${JSON.stringify(unknown)}; known are ${PLAN_FEATURES.join(', ')}`);
  }
  // In the one order, and each once.
  return PLAN_FEATURES.filter((feature) => names.includes(feature));
}

function readFlag(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new UsageError(`--${name} must be true or false, not ${JSON.stringify(text)}`);
}
