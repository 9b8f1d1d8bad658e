import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../api/app.ts';
import { createDependencies } from '../../api/create-dependencies.ts';
import type { Dependencies } from '../../api/dependencies.ts';
import type { Clock } from '../../platform/clock.ts';
import { loadConfig } from '../../platform/config.ts';
import { createLogger } from '../../platform/logger.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_ENVIRONMENT } from './environment.ts';
import { testRedisUrls } from './redis.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // Tests look into answers freely; the service itself checks them against their schemas.
  body: Record<string, unknown>;
}

export interface CallOptions {
  token?: string;
  /** An object is sent as JSON; text and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** A running API on a database of its own, and ways to talk to it over HTTP. */
export interface Service {
  url: string;
  dependencies: Dependencies;
  database: TestDatabase;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Waits until the jobs of answered requests are enqueued: they are statements, too. */
  drainSignals(): Promise<void>;
  close(): Promise<void>;
}

interface ServiceOptions {
  environment?: Record<string, string>;
  clock?: Clock;
  /** Another process of the same service: shares the database and the secrets. */
  beside?: Service;
}

/** Starts the API on a free loopback port; call `close` when done. */
export async function startService({ environment = {}, clock, beside }: ServiceOptions = {}): Promise<Service> {
  const database = beside?.database ?? (await createTestDatabase());
  const redisUrl = testRedisUrls().join(',');
  const config = loadConfig({ ...TEST_ENVIRONMENT, DATABASE_URL: database.url, REDIS_URL: redisUrl, ...environment });
  const closers: (() => Promise<void>)[] = [];
  let drainSignals = () => Promise.resolve();
  const dependencies = await createDependencies({
    config,
    logger: createLogger(config, 'test'),
    databaseUrl: database.url,
    shutdown: {
      add: (name, close) => {
        if (name === 'signals') drainSignals = async () => close();
        closers.push(async () => close());
      },
    },
    ...(clock && { clock }),
  });
  const handle = createApp(dependencies).callback();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    dependencies,
    database,
    call: (method, path, options) => call(url, method, path, options),
    drainSignals: () => drainSignals(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const close of closers.reverse()) await close();
      if (!beside) await database.drop();
    },
  };
}

async function call(url: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { token, body, headers } = options;
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** A company with its admin signed in and a signing secret. */
export interface Tenant {
  companyId: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
  secret: string;
}

export async function registerTenant(service: Service): Promise<Tenant> {
  const email = `admin-${randomUUID()}@example.com`;
  const password = 'correct horse battery';
  const registered = await service.call('POST', '/api/auth/register-company-admin', {
    body: { companyName: 'Example Shop', email, password },
  });
  const { companyId, accessToken, refreshToken } = registered.body as Record<string, string>;
  if (registered.status !== 201 || !companyId || !accessToken || !refreshToken) {
    throw new Error(`registration answered ${registered.status}: ${JSON.stringify(registered.body)}`);
  }
  const rotated = await service.call('POST', '/api/auth/webhook-secret/regenerate', { token: accessToken });
  await service.drainSignals();
  const secret = String(rotated.body['webhookSigningSecret']);
  return { companyId, email, password, token: accessToken, refreshToken, secret };
}

/** A transaction for POST /risk-engine/assess; every field can be replaced. */
export function aTransaction(fields: object = {}): Record<string, unknown> {
  return {
    transactionId: randomUUID(),
    userId: `user-${randomUUID()}`,
    amountMinor: 4_900,
    currency: 'USD',
    ...fields,
  };
}

export async function assess(service: Service, tenant: Pick<Tenant, 'token'>, fields: object = {}): Promise<Answer> {
  return service.call('POST', '/api/risk-engine/assess', { token: tenant.token, body: aTransaction(fields) });
}

/** An event for POST /events/ingest; every field can be replaced. */
export function anEvent(tenant: Pick<Tenant, 'companyId'>, fields: object = {}): Record<string, unknown> {
  const id = randomUUID();
  return {
    companyId: tenant.companyId,
    eventSource: 'test',
    externalEventId: id,
    idempotencyKey: id,
    userId: `user-${id}`,
    eventType: 'login_event',
    timestamp: new Date().toISOString(),
    metadata: {},
    ...fields,
  };
}

/** The headers of a signed request (spec section 5.3). */
export function signHeaders(secret: string, body: string | Uint8Array, nowMs = Date.now()): Record<string, string> {
  return {
    'x-event-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'x-event-timestamp': String(Math.floor(nowMs / 1000)),
    'x-event-nonce': randomUUID(),
  };
}

/** Signs and sends an event; `headers` replace those of the signature. */
export async function ingest(
  service: Service,
  tenant: Pick<Tenant, 'companyId' | 'secret'>,
  fields: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = JSON.stringify(anEvent(tenant, fields));
  const nowMs = service.dependencies.clock.now();
  return service.call('POST', '/api/events/ingest', {
    body,
    headers: { ...signHeaders(tenant.secret, body, nowMs), ...headers },
  });
}

export async function sendFeedback(
  service: Service,
  tenant: Pick<Tenant, 'token'>,
  assessmentId: unknown,
  outcome: string,
): Promise<Answer> {
  return service.call('POST', '/api/risk-engine/feedback', { token: tenant.token, body: { assessmentId, outcome } });
}
