import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Ajv } from 'ajv';
import { readBillingSettings, type BillingSettings } from './billing-settings.ts';
import { ConfigError } from './config-error.ts';
import { Settings } from './settings.ts';

export interface SigningKey {
  id: string;
  secret: string;
}

/** The checked, frozen configuration of a process. */
export type Config = Readonly<
  Omit<Settings, 'JWT_KEYS'> & {
    JWT_KEYS: readonly SigningKey[];
    /** Absolute path of DATA_DIR. */
    dataDir: string;
    /** True when no DATABASE_URL is set: the process brings its own PostgreSQL. */
    embedded: boolean;
    publicUrl: string;
    corsOrigins: readonly string[];
    redisUrls: readonly string[];
    /** Queues this process works on; empty: all. */
    workerQueues: readonly string[];
    /** Jobs at once of queues that have a number of their own. */
    queueConcurrency: Readonly<Record<string, number>>;
    webhookRetryDelaysMs: readonly number[];
    /** The billing providers that are configured. */
    billing: BillingSettings;
  }
>;

export { ConfigError };

const SECRET_NAMES = ['JWT_KEYS', 'INDICATOR_HASH_KEY', 'ENCRYPTION_KEY'] as const;
const MIN_SECRET_LENGTH = 32;

/**
 * Reads and checks the settings.
 *
 * @param environment variables by name; the process environment unless told otherwise
 * @throws ConfigError naming the first bad variable and what it must be
 */
export function loadConfig(environment: Record<string, string | undefined> = processEnvironment()): Config {
  const settings = parseSettings(environment);
  checkConsoleIdle(settings);
  const dataDir = path.resolve(settings.DATA_DIR);
  const withSecrets = fillSecrets(settings, dataDir);
  return Object.freeze({
    ...withSecrets,
    JWT_KEYS: parseSigningKeys(withSecrets.JWT_KEYS),
    dataDir,
    embedded: settings.DATABASE_URL === '',
    publicUrl: (settings.PUBLIC_URL || `http://${settings.HOST}:${settings.PORT}`).replace(/\/+$/, ''),
    corsOrigins: splitList(settings.CORS_ORIGINS),
    redisUrls: splitList(settings.REDIS_URL),
    workerQueues: splitList(settings.WORKER_QUEUES),
    queueConcurrency: parseQueueConcurrency(settings.WORKER_QUEUE_CONCURRENCY),
    webhookRetryDelaysMs: parseRetryDelays(settings.WEBHOOK_RETRY_DELAYS_SECONDS),
    billing: readBillingSettings(settings),
  });
}

/** The settings with their defaults and descriptions, for `.env.example` and the README of platform. */
export function describeSettings(): { name: string; default: string; description: string }[] {
  return Object.entries(Settings.properties).map(([name, schema]) => {
    const { default: value, description } = schema as { default?: unknown; description?: string };
    return { name, default: String(value), description: description ?? '' };
  });
}

/** The environment of this process, also for child processes that must inherit it. */
export function processEnvironment(): Record<string, string | undefined> {
  return process.env;
}

function parseSettings(environment: Record<string, string | undefined>): Settings {
  const ajv = new Ajv({ coerceTypes: true, useDefaults: true, allErrors: false, strict: false, validateSchema: false });
  const settings: Record<string, unknown> = {};
  for (const name of Object.keys(Settings.properties)) {
    const value = environment[name];
    if (value !== undefined && value !== '') settings[name] = value;
  }
  if (!ajv.validate(Settings, settings)) {
    const error = ajv.errors?.[0];
    const name = error?.instancePath.slice(1) ?? '';
    throw new ConfigError(
      `${name}: ${explainError(error?.message, error?.params)} (got ${JSON.stringify(environment[name])})`,
    );
  }
  return settings as Settings;
}

/** A page that asks for a token whenever it needs one must not lose its session between two of them. */
function checkConsoleIdle({ CONSOLE_IDLE_MINUTES: idle, ACCESS_TOKEN_TTL_SECONDS: lifetime }: Settings): void {
  if (idle * 60 > lifetime) return;
  throw new ConfigError(`CONSOLE_IDLE_MINUTES: must be more than ACCESS_TOKEN_TTL_SECONDS, ${lifetime} (got ${idle})`);
}

function explainError(message = 'is not valid', params: unknown = {}): string {
  const { allowedValues } = params as { allowedValues?: unknown[] };
  return allowedValues ? `${message}: ${allowedValues.join(', ')}` : message;
}

/**
 * Secrets that are not set are generated once and kept in DATA_DIR/secrets.json. Production on its own database
 * refuses that: several machines must share the same secrets.
 */
function fillSecrets(settings: Settings, dataDir: string): Settings {
  const missing = SECRET_NAMES.filter((name) => settings[name] === '');
  if (missing.length > 0 && settings.NODE_ENV === 'production' && settings.DATABASE_URL !== '') {
    throw new ConfigError(
      `${missing.join(', ')}: must be set in production (secrets of ${MIN_SECRET_LENGTH} characters or more)`,
    );
  }
  const generated = missing.length > 0 ? readOrCreateSecrets(dataDir) : {};
  const filled = { ...settings };
  for (const name of missing) filled[name] = generated[name] ?? '';
  for (const name of ['INDICATOR_HASH_KEY', 'ENCRYPTION_KEY'] as const) {
    if (filled[name].length < MIN_SECRET_LENGTH)
      throw new ConfigError(`${name}: must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  return filled;
}

function readOrCreateSecrets(dataDir: string): Record<string, string> {
  const file = path.join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const secret = () => randomBytes(32).toString('base64url');
  const fresh = { JWT_KEYS: `key-1:${secret()}`, INDICATOR_HASH_KEY: secret(), ENCRYPTION_KEY: secret() };
  // Two processes may start at once: the file appears whole under its name for one, and the other reads it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

function parseSigningKeys(text: string): SigningKey[] {
  return splitList(text).map((pair) => {
    const separator = pair.indexOf(':');
    const key = { id: pair.slice(0, separator), secret: pair.slice(separator + 1) };
    if (separator < 1 || key.secret.length < MIN_SECRET_LENGTH) {
      throw new ConfigError(
        `JWT_KEYS: each must be id:secret with a secret of at least ${MIN_SECRET_LENGTH} characters`,
      );
    }
    return key;
  });
}

function parseQueueConcurrency(text: string): Record<string, number> {
  const numbers = splitList(text).map((pair) => {
    const match = /^([a-z-]+)=([1-9]\d{0,3})$/.exec(pair);
    if (!match)
      throw new ConfigError(`WORKER_QUEUE_CONCURRENCY: must be queue=number pairs (got ${JSON.stringify(pair)})`);
    return [match[1] ?? '', Number(match[2])] as const;
  });
  return Object.fromEntries(numbers);
}

function parseRetryDelays(text: string): number[] {
  return splitList(text).map((item) => {
    const seconds = Number(item);
    if (!(seconds >= 0 && seconds <= 604_800)) {
      throw new ConfigError(`WEBHOOK_RETRY_DELAYS_SECONDS: must be seconds up to a week (got ${JSON.stringify(item)})`);
    }
    return seconds * 1000;
  });
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
