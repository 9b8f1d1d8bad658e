import test from 'ava';
import { routes } from '../api/routes.ts';
import type { IsolationCases } from './isolation/attempt.ts';
import { auditLogCases } from './isolation/audit-logs.ts';
import { authCases } from './isolation/auth.ts';
import { memberCases } from './isolation/members.ts';
import { billingCases } from './isolation/billing.ts';
import { analyticsCases, evaluationCases } from './isolation/evaluations.ts';
import { graphCases } from './isolation/graph.ts';
import { policyCases } from './isolation/policy.ts';
import { reviewCases } from './isolation/reviews.ts';
import { riskEngineCases } from './isolation/risk-engine.ts';
import { threatIntelCases } from './isolation/threat-intel.ts';
import { assess, registerTenant, startService, type Service } from './support/service.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

/** One row for every route: a route without a row fails the test below. */
const CASES: IsolationCases = {
  ...authCases,
  ...memberCases,
  ...riskEngineCases,
  ...threatIntelCases,
  ...billingCases,
  ...evaluationCases,
  ...analyticsCases,
  ...graphCases,
  ...policyCases,
  ...auditLogCases,
  ...reviewCases,
};

test('every route has a row', (t) => {
  t.deepEqual(Object.keys(CASES).sort(), routes.map(({ name }) => name).sort());
});

for (const [name, attempt] of Object.entries(CASES)) {
  test.serial(`tenants never see each other: ${name}`, async (t) => {
    const [owner, stranger] = await Promise.all([registerTenant(service), registerTenant(service)]);
    await t.notThrowsAsync(attempt({ service, owner, stranger }));
  });
}

test('a token that claims another company is refused', async (t) => {
  const [owner, stranger] = await Promise.all([registerTenant(service), registerTenant(service)]);
  const { tokens } = service.dependencies;
  const claims = tokens.verify(stranger.token, 'access');
  const { accessToken } = tokens.issue({ sub: claims.sub, sid: claims.sid, role: 'admin', companyId: owner.companyId });
  t.is((await assess(service, { token: accessToken })).status, 401);
});
