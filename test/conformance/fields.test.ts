import test from 'ava';
import { routes } from '../../api/routes.ts';
import {
  registerTenant,
  signHeaders,
  startService,
  type Answer,
  type Service,
  type Tenant,
} from '../support/service.ts';
import { isOfType, wrongValues } from './field-types.ts';
import { fullEvent, fullTransaction, runJourney, type Journey } from './journey.ts';
import { REQUEST_FIELDS, RESPONSE_FIELDS } from './spec/fields.ts';

type Json = Record<string, unknown>;

let service: Service;
let journey: Journey;
/** Its requests have something wrong; the journey's answers stay what they are. */
let tenant: Tenant;
test.before(async () => {
  service = await startService({ environment: { INGEST_RATE_PER_MINUTE: '1000000' } });
  journey = await runJourney(service);
  tenant = await registerTenant(service);
});
test.after.always(() => service?.close());

/** Bodies that fill every field of their route, by route name. */
const BODIES: Record<string, () => Json> = {
  login: () => ({ companyId: tenant.companyId, email: tenant.email, password: tenant.password }),
  assessTransaction: fullTransaction,
  ingestEvent: () => fullEvent(tenant),
  submitFeedback: () => ({ assessmentId: journey.params['assessmentId'], outcome: 'approved' }),
  openReview: () => ({ assessmentId: journey.params['assessmentId'], analystNote: 'a note' }),
  moveReview: () => ({ reviewId: journey.params['id'], status: 'escalated' }),
};

function routeOf(name: string) {
  const route = routes.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`no route ${name}`);
  return route;
}

function send(name: string, body: Json): Promise<Answer> {
  const { method, path, access } = routeOf(name);
  const bytes = JSON.stringify(body);
  const headers = access.kind === 'signature' ? signHeaders(tenant.secret, bytes) : {};
  return service.call(method, `/api${path}`, { token: tenant.token, body: bytes, headers });
}

/** A full body with one field replaced; `undefined` leaves it out. */
function bodyWith(resource: string, field: string, value: unknown): { name: string; body: Json } {
  const [name = '', ...nested] = resource.split('.');
  // Nested objects are shared between bodies: only a copy is changed.
  const body = structuredClone(BODIES[name]?.() ?? {});
  const holder = nested.reduce((object, key) => object[key] as Json, body);
  if (!(field in holder)) throw new Error(`the full body of ${name} has no ${field}`);
  holder[field] = value;
  return { name, body };
}

for (const { section, resource, field, type, required } of REQUEST_FIELDS) {
  test(`spec ${section}: ${resource} takes ${field} (${type}, ${required ? 'required' : 'optional'})`, async (t) => {
    const answerTo = (value: unknown) => {
      const { name, body } = bodyWith(resource, field, value);
      return send(name, body);
    };
    const isRefused = ({ body }: Answer) => body['code'] === 'VALIDATION_FAILED';
    t.is(isRefused(await answerTo(undefined)), required, 'left out');
    for (const value of wrongValues(type)) t.true(isRefused(await answerTo(value)), `as ${JSON.stringify(value)}`);
    const [name = ''] = resource.split('.');
    t.false(isRefused(await send(name, BODIES[name]?.() ?? {})), 'the full body is taken');
  });
}

/** An answer of the journey or what is in it: route name, then keys, indexes, or the label of a graph's node. */
function find(resource: string): Json {
  const [name = '', ...keys] = resource.split('.');
  const { method, path } = routeOf(name);
  let value: unknown = journey.answers.get(`${method} ${path}`)?.body;
  for (const key of keys) {
    value = Array.isArray(value)
      ? (value[Number(key)] ?? (value as Json[]).find(({ label }) => label === key))
      : (value as Json)[key];
  }
  if (typeof value !== 'object' || value === null) throw new Error(`the journey has no ${resource}`);
  return value as Json;
}

for (const { section, resource, field, type } of RESPONSE_FIELDS) {
  test(`spec ${section}: ${resource} has ${field} (${type})`, (t) => {
    const value = find(resource)[field];
    t.true(isOfType(type, value), `${field} is ${JSON.stringify(value)}`);
  });
}
