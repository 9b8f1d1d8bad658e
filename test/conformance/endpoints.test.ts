import test from 'ava';
import { routes } from '../../api/routes.ts';
import { limitUsage } from '../support/members.ts';
import { registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';
import { fillPath, runJourney, type Journey } from './journey.ts';
import { ENDPOINTS, EVALUATION_PARAMETERS, type EndpointRow } from './spec/endpoints.ts';

let service: Service;
let journey: Journey;
let withoutFeatures: Tenant;
test.before(async () => {
  service = await startService();
  journey = await runJourney(service);
  withoutFeatures = await registerTenant(service);
  await limitUsage(service, withoutFeatures, 1_000);
});
test.after.always(() => service?.close());

/** Calls an endpoint with nothing but a token: access is checked before anything else is looked at. */
function knock({ method, path }: EndpointRow, token?: string): Promise<Answer> {
  return service.call(method, `/api${fillPath(path, journey.params)}`, token === undefined ? {} : { token });
}

for (const row of ENDPOINTS) {
  const { section, method, path, auth, role, feature, status } = row;
  const needs = [auth, role, feature && `feature ${feature}`].filter(Boolean).join(', ');

  test(`spec ${section}: ${method} ${path} (${needs}) answers ${status}`, async (t) => {
    t.is(
      routes.filter((route) => route.method === method && route.path === path).length,
      1,
      'is in the table of routes',
    );
    const answer = journey.answers.get(`${method} ${path}`);
    t.is(answer?.status, status, JSON.stringify(answer?.body));

    const anonymous = await knock(row);
    if (auth === 'public') t.not(anonymous.body['code'], 'UNAUTHENTICATED');
    else t.is(anonymous.status, 401);
    if (auth === 'refresh token') t.is((await knock(row, journey.tenant.token)).status, 401, 'takes no access token');
    if (auth === 'HMAC headers') t.is((await knock(row, journey.tenant.token)).status, 401, 'takes no bearer token');
    if (auth !== 'bearer' || path === '/auth/logout') return;

    const byAnalyst = await knock(row, journey.analyst.token);
    if (role === 'admin') t.like(byAnalyst, { status: 403, body: { code: 'FORBIDDEN' } });
    else t.false([401, 402, 403].includes(byAnalyst.status), 'an analyst may');
    const unpaid = await knock(row, withoutFeatures.token);
    if (feature) t.like(unpaid, { status: 402, body: { code: 'FEATURE_NOT_IN_PLAN' } });
    else t.not(unpaid.status, 402);
  });
}

for (const { name, valid, invalid } of EVALUATION_PARAMETERS) {
  test(`spec 4.4: evaluations take the query parameter ${name}`, async (t) => {
    const ask = (value: string) =>
      service.call('GET', `/api/risk-engine/evaluations?${new URLSearchParams({ [name]: value }).toString()}`, {
        token: journey.analyst.token,
      });
    for (const value of valid) t.is((await ask(value)).status, 200, value);
    for (const value of invalid) t.like(await ask(value), { status: 400, body: { code: 'VALIDATION_FAILED' } }, value);
  });
}
