import test from 'ava';
import { listStoredAuditEntries } from '../support/audit.ts';
import { putPolicy } from '../support/policies.ts';
import { refuseRows } from '../support/refuse-rows.ts';
import { ingest, registerTenant, startService, type Service } from '../support/service.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

test('the database refuses to change, delete or truncate entries', async (t) => {
  const tenant = await registerTenant(service);
  await putPolicy(service, tenant, { policyMode: 'shadow' });
  const before = await listStoredAuditEntries(service, tenant);
  t.is(before.length, 1);
  const { knex } = service.database.db;
  const entry = { company_id: tenant.companyId, id: before[0]?.id ?? '' };
  await t.throwsAsync(async () => knex('audit_logs').where(entry).update({ actor_email: 'somebody@example.com' }), {
    message: /append-only/,
  });
  await t.throwsAsync(async () => knex('audit_logs').where(entry).delete(), { message: /append-only/ });
  await t.throwsAsync(Promise.resolve(knex.raw('truncate audit_logs')), { message: /append-only/ });
  t.deepEqual(await listStoredAuditEntries(service, tenant), before);
});

test('a signing secret whose entry cannot be written is not issued: the old one goes on working', async (t) => {
  const tenant = await registerTenant(service);
  const refused = await refuseRows(service, 'audit_logs', tenant);
  const answer = await service.call('POST', '/api/auth/webhook-secret/regenerate', { token: tenant.token });
  await refused.restore();
  t.is(answer.status, 500);
  t.is((await ingest(service, tenant)).status, 200);
});
