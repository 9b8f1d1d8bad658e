import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../../../engine/vocabulary.ts';
import type { Random } from '../../demo/random.ts';
import type { Tenant } from '../../demo/tenant.ts';
import type { SentEvent } from './ledger.ts';
import { noteEvent, sendEvent, type Load } from './send-event.ts';

const COMPANIES_OF_RING = 2;
const PAUSE_MS = { least: 500, most: 1_500 };
/** Share of rings whose first label turns out to be wrong. */
const CORRECTED = 0.2;

interface RingOptions {
  tenants: readonly Tenant[];
  random: Random;
  stop: AbortSignal;
}

/** Fraudsters who use one device in two companies, each confirmed in both: every ring makes its device a global threat. */
export async function runRings(load: Load, { tenants, random, stop }: RingOptions): Promise<void> {
  for (let ring = 1; !stop.aborted; ring += 1) {
    const victims = tenants.slice(0, COMPANIES_OF_RING);
    const members = await Promise.all(victims.map((tenant, company) => actOnce(load, tenant, { company, ring })));
    for (const member of members) await label(load, member, 'confirmed_fraud');
    if (random.chance(CORRECTED)) await label(load, members[0], 'false_positive');
    await sleep(random.integer(PAUSE_MS.least, PAUSE_MS.most));
  }
}

/** All but the device is of this one user of this one company. */
async function actOnce(
  load: Load,
  tenant: Tenant,
  { company, ring }: { company: number; ring: number },
): Promise<SentEvent> {
  const userId = `ring-${ring}`;
  const traits = {
    device: `ring-device-${ring}`,
    ip: `10.${100 + company}.${ring >> 8}.${ring & 255}`,
    email: `${userId}@shop-${company}.example`,
  };
  const event = noteEvent(load, { tenant, userId, traits, eventType: 'order_created' });
  await sendEvent(load, event);
  return event;
}

async function label(load: Load, event: SentEvent | undefined, outcome: Outcome): Promise<void> {
  const assessmentId = event?.answers[0]?.assessment.assessmentId;
  if (!event || assessmentId === undefined) return;
  const token = await event.tenant.accessToken();
  const answer = await load.client.send({
    method: 'POST',
    path: '/risk-engine/feedback',
    body: JSON.stringify({ assessmentId, outcome }),
    headers: () => ({ authorization: `Bearer ${token}` }),
  });
  if (answer) load.ledger.labels.set(event, outcome === 'confirmed_fraud' ? 'fraud' : 'legitimate');
}
