import test from 'ava';
import { addAnalyst } from '../support/members.ts';
import { ingest, registerTenant, startService, type Service } from '../support/service.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

test('regeneration shows the new secret once and ends the old one at once', async (t) => {
  const tenant = await registerTenant(service);
  t.is((await ingest(service, tenant)).status, 200);
  const { status, body } = await service.call('POST', '/api/auth/webhook-secret/regenerate', { token: tenant.token });
  t.is(status, 200);
  t.deepEqual(Object.keys(body).sort(), ['companyId', 'rotatedAt', 'secretPrefix', 'webhookSigningSecret']);
  const secret = String(body['webhookSigningSecret']);
  t.regex(secret, /^whsec_[\w-]{43}$/);
  t.true(secret.startsWith(String(body['secretPrefix'])));

  t.is((await ingest(service, tenant)).body['code'], 'INGEST_SIGNATURE_INVALID');
  t.is((await ingest(service, { ...tenant, secret })).status, 200);

  const shown = await service.call('POST', '/api/auth/webhook-secret/status', { token: tenant.token });
  t.like(shown.body, { companyId: tenant.companyId, configured: true, secretPrefix: body['secretPrefix'] });
  t.false(JSON.stringify(shown.body).includes(secret));
});

test('the secret is neither stored in the clear nor in the audit log', async (t) => {
  const tenant = await registerTenant(service);
  const { knex } = service.database.db;
  const stored: unknown = await knex('signing_secrets').where({ company_id: tenant.companyId });
  const audited = await knex('audit_logs').select<Record<string, unknown>[]>().where({ company_id: tenant.companyId });
  t.false(JSON.stringify([stored, audited]).includes(tenant.secret));
  t.like(audited[0], { action: 'webhook_secret.regenerated', actor_email: tenant.email, ip_address: '127***.1' });
});

test('the database refuses to change the audit log', async (t) => {
  await registerTenant(service);
  const { knex } = service.database.db;
  await t.throwsAsync(knex('audit_logs').update({ action: 'x' }), { message: /append-only/ });
  await t.throwsAsync(knex('audit_logs').delete(), { message: /append-only/ });
  await t.throwsAsync(knex.raw('truncate audit_logs'), { message: /append-only/ });
});

test('an analyst may neither see nor change the secret', async (t) => {
  const analyst = await addAnalyst(service, await registerTenant(service));
  for (const operation of ['regenerate', 'status']) {
    const { status, body } = await service.call('POST', `/api/auth/webhook-secret/${operation}`, {
      token: analyst.token,
    });
    t.deepEqual([status, body['code']], [403, 'FORBIDDEN']);
  }
});
