import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Ajv } from 'ajv';
import Type, { type Static } from 'typebox';

/**
 * Every setting of the service. A variable that is not set takes the default; `description` is what `.env.example`
 * and the start-up error show. Names follow SCREAMING_SNAKE_CASE in the environment.
 */
const Settings = Type.Object({
  NODE_ENV: Type.Enum(['development', 'test', 'production'], {
    default: 'development',
    description: 'production: strict rules for secrets, webhook targets and registration',
  }),
  HOST: Type.String({ default: '127.0.0.1', description: 'address the API listens on' }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535, description: 'port of the API' }),
  METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'address of the internal port' }),
  METRICS_PORT: Type.Integer({
    default: 9464,
    minimum: 0,
    maximum: 65535,
    description: 'internal port of the API with Prometheus metrics; the workers use the next one',
  }),
  DATA_DIR: Type.String({ default: '.data', description: 'folder of the embedded database, secrets and mail outbox' }),
  DATABASE_URL: Type.String({ default: '', description: 'PostgreSQL 15 or newer; empty: the embedded PostgreSQL' }),
  DATABASE_POOL_SIZE: Type.Integer({
    default: 10,
    minimum: 2,
    maximum: 500,
    description: 'connections of each of the three pools of a process',
  }),
  EMBEDDED_POSTGRES_PORT: Type.Integer({
    default: 54329,
    minimum: 1,
    maximum: 65535,
    description: 'preferred port of the embedded PostgreSQL; a free one is taken when it is in use',
  }),
  REDIS_URL: Type.String({
    default: '',
    description: 'redis:// or rediss:// URL; several, separated by commas, mean a Redis Cluster; empty: PostgreSQL',
  }),
  SMTP_URL: Type.String({ default: '', description: 'smtp:// or smtps:// URL; empty: mail goes to DATA_DIR/outbox' }),
  PUBLIC_URL: Type.String({ default: '', description: 'URL people reach the service at; empty: http://HOST:PORT' }),
  CORS_ORIGINS: Type.String({ default: '', description: 'comma-separated origins allowed by CORS; empty: none' }),
  TRUST_PROXY: Type.Boolean({ default: false, description: 'take the client address from X-Forwarded-For' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  JWT_KEYS: Type.String({
    default: '',
    description: 'comma-separated id:secret pairs (secret of 32 characters or more); the first signs, all verify',
  }),
  INDICATOR_HASH_KEY: Type.String({ default: '', description: 'key of indicator hashes, 32 characters or more' }),
  ENCRYPTION_KEY: Type.String({ default: '', description: 'key of secrets at rest, 32 characters or more' }),
  ACCESS_TOKEN_TTL_SECONDS: Type.Integer({ default: 900, minimum: 1, maximum: 86400 }),
  REFRESH_TOKEN_TTL_SECONDS: Type.Integer({ default: 604800, minimum: 1, maximum: 31536000 }),
  TRIAL_PLAN: Type.String({ default: 'trial', description: 'plan code of a new company' }),
  TRIAL_DAYS: Type.Integer({ default: 14, minimum: 1, maximum: 3650 }),
  REGISTRATIONS_PER_HOUR: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 1_000_000,
    description: 'registrations per client address and hour; applied in production only',
  }),
  INGEST_RATE_PER_MINUTE: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 100_000_000,
    description: 'requests per company and minute on POST /events/ingest; 0: the rate of the plan',
  }),
  INGEST_REPLAY_WINDOW_SECONDS: Type.Integer({ default: 300, minimum: 1, maximum: 86400 }),
  SIGNAL_TIMEOUT_MS: Type.Integer({
    default: 1000,
    minimum: 1,
    maximum: 60000,
    description: 'time budget of each signal source of an assessment; a late one is left out (degraded mode)',
  }),
  SHUTDOWN_TIMEOUT_MS: Type.Integer({ default: 15000, minimum: 100, maximum: 600000 }),
  WORKER_QUEUES: Type.String({
    default: '',
    description: 'comma-separated queues this worker process takes jobs from; empty: all',
  }),
  WORKER_CONCURRENCY: Type.Integer({
    default: 4,
    minimum: 1,
    maximum: 1000,
    description: 'jobs at once per queue and process, unless the queue has a number of its own',
  }),
  WORKER_QUEUE_CONCURRENCY: Type.String({
    default: '',
    description: 'numbers of single queues, such as graph-features=8,email=2',
  }),
  WEBHOOK_RETRY_DELAYS_SECONDS: Type.String({
    default: '30,120,480,1920,7680,30720,122880',
    description:
      'waits before the retries of a threat webhook, up to a fifth is added at random; one more attempt than waits',
  }),
  WEBHOOK_TIMEOUT_MS: Type.Integer({
    default: 10000,
    minimum: 10,
    maximum: 60000,
    description: 'time a subscriber of threat webhooks has to answer',
  }),
  MAIL_FROM: Type.String({
    default: 'Fraud Risk Service <no-reply@localhost>',
    description: 'sender of e-mails',
  }),
  RETENTION_MONTHS: Type.Integer({
    default: 24,
    minimum: 0,
    maximum: 1200,
    description: 'whole months that events, assessments and activity are kept for; 0: for ever',
  }),
});
type Settings = Static<typeof Settings>;

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
  }
>;

/** A setting is wrong; the message names it and says what is expected. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

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
  const ajv = new Ajv({ coerceTypes: true, useDefaults: true, allErrors: false, strict: false });
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
