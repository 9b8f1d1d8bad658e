import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { PolicyMode } from '../../engine/vocabulary.ts';
import { putPolicy } from '../support/policies.ts';
import {
  assess,
  ingest,
  registerTenant,
  sendFeedback,
  startService,
  type Answer,
  type Service,
  type Tenant,
} from '../support/service.ts';
import { restrictSignals } from '../support/signals.ts';

/** Policies are changed in one process; assessments are made in another. */
let service: Service;
let other: Service;
test.before(async () => {
  service = await startService();
  other = await startService({ beside: service });
});
test.after.always(async () => {
  await other?.close();
  await service?.close();
});

interface Verdict {
  riskScore: number;
  action: string;
  recommendedAction: string;
  policyMode: string;
  reasonCodes: string[];
}

/** The two ways to an assessment of a user, in the process beside the one where policies are changed. */
const WAYS: Record<string, (tenant: Tenant, userId: string, device?: string) => Promise<Verdict>> = {
  assess: async (tenant, userId, device) =>
    verdictOf(await assess(other, tenant, { userId, ...(device && { deviceFingerprint: device }) })),
  ingest: async (tenant, userId, device) =>
    verdictOf(await ingest(other, tenant, { userId, metadata: device ? { deviceId: device } : {} })),
};

function verdictOf({ status, body }: Answer): Verdict {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return (body['assessment'] ?? body) as Verdict;
}

async function change(tenant: Tenant, changes: object): Promise<void> {
  const { status, body } = await putPolicy(service, tenant, changes);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

/** A tenant that knows one user as fraud, on one device. */
async function tenantWithFraud(): Promise<{ tenant: Tenant; device: string }> {
  const [tenant, device] = [await registerTenant(service), randomUUID()];
  const { body } = await assess(service, tenant, { userId: 'fraudster', deviceFingerprint: device });
  await sendFeedback(service, tenant, body['assessmentId'], 'confirmed_fraud');
  return { tenant, device };
}

for (const [way, evaluate] of Object.entries(WAYS)) {
  test(`${way}: each mode makes its own action of the same finding`, async (t) => {
    const { tenant } = await tenantWithFraud();
    const seen: Partial<Record<PolicyMode, unknown>> = {};
    for (const policyMode of ['hybrid', 'advisory', 'shadow'] as const) {
      await change(tenant, { policyMode });
      const verdict = await evaluate(tenant, 'fraudster');
      t.is(verdict.policyMode, policyMode);
      seen[policyMode] = [verdict.action, verdict.recommendedAction];
    }
    t.deepEqual(seen, { hybrid: ['block', 'block'], advisory: ['review', 'block'], shadow: ['allow', 'block'] });
  });

  test(`${way}: thresholds decide on the score from the next assessment on`, async (t) => {
    const { tenant, device } = await tenantWithFraud();
    await change(tenant, { contagionGuard: { enabled: false } });
    const { riskScore, recommendedAction } = await evaluate(tenant, 'peer-0', device);
    t.true(riskScore > 20 && riskScore < 95, `${riskScore}`);
    const actions: string[] = [];
    for (const thresholds of [
      { review: 96, block: 100 },
      { review: 1, block: 100 },
      { review: 1, block: 2 },
    ]) {
      await change(tenant, { thresholds });
      const verdict = await evaluate(tenant, 'peer-0', device);
      actions.push(verdict.action);
      t.is(verdict.recommendedAction, recommendedAction);
    }
    t.deepEqual(actions, ['allow', 'review', 'block']);
  });

  test(`${way}: the contagion guard is the least action for a neighbour of fraud, while it is on`, async (t) => {
    const { tenant, device } = await tenantWithFraud();
    // Thresholds that no score reaches: what is left is the guard.
    await change(tenant, { thresholds: { review: 99.98, block: 99.99 } });
    const actions: string[] = [];
    for (const contagionGuard of [
      { enabled: false, minimumAction: 'block' },
      { enabled: true },
      { minimumAction: 'review' },
      { minimumAction: 'allow' },
    ]) {
      await change(tenant, { contagionGuard });
      actions.push((await evaluate(tenant, 'peer', device)).action);
    }
    t.deepEqual(actions, ['allow', 'block', 'review', 'allow']);
  });

  for (const [field, table, reason] of [
    ['graphUnavailable', 'evidence', 'DEGRADED_GRAPH_UNAVAILABLE'],
    ['velocityUnavailable', 'activity', 'DEGRADED_VELOCITY_UNAVAILABLE'],
  ] as const) {
    test.serial(`${way}: ${field} is the least action while that source is left out`, async (t) => {
      const tenant = await registerTenant(service);
      const restricted = await restrictSignals(other, table);
      t.teardown(() => restricted.restore());
      for (const action of ['block', 'review', 'allow']) {
        await change(tenant, {
          degradedMode: { graphUnavailable: 'allow', velocityUnavailable: 'allow', [field]: action },
        });
        const verdict = await evaluate(tenant, randomUUID());
        t.like(verdict, { action, recommendedAction: 'review' });
        t.true(verdict.reasonCodes.includes(reason));
      }
      await change(tenant, { policyMode: 'advisory', degradedMode: { [field]: 'block' } });
      t.is((await evaluate(tenant, randomUUID())).action, 'review');
      await change(tenant, { policyMode: 'shadow' });
      t.is((await evaluate(tenant, randomUUID())).action, 'allow');
    });
  }
}
