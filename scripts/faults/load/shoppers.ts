import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '../../../engine/vocabulary.ts';
import type { Random } from '../../demo/random.ts';
import type { Tenant } from '../../demo/tenant.ts';
import type { SentEvent, Traits } from './ledger.ts';
import { noteEvent, sendEvent, type Load } from './send-event.ts';

const USERS = 45;
/** Three users each, and now and then one of another device: a connected graph, far from a crowd on one device. */
const DEVICES = USERS / 3;
const BORROWED_DEVICE = 0.05;
const PAUSE_MS = { least: 20, most: 250 };
/** Shares of events that are sent twice at once, that are sent again later, and that are charged back. */
const SENT_TWICE = 0.05;
const SENT_AGAIN = 0.1;
const CHARGED_BACK = 0.015;

const EVENT_TYPES: readonly EventType[] = ['login_event', 'order_created', 'payment_succeeded', 'payment_failed'];

/** Sends events of ordinary users, one after the other, until told to stop; what is under way then is finished. */
export async function runShoppers(
  load: Load,
  { tenants, random, stop }: { tenants: readonly Tenant[]; random: Random; stop: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    const event = noteEvent(load, { ...chooseShopper(tenants, random), eventType: random.pick(EVENT_TYPES) });
    const twice = random.chance(SENT_TWICE);
    const again = random.chance(SENT_AGAIN);
    load.ledger.duplicates += Number(twice) + Number(again);
    await Promise.all([sendEvent(load, event), ...(twice ? [sendEvent(load, event)] : [])]);
    if (again) await sendEvent(load, event);
    if (event.eventType === 'order_created' && random.chance(CHARGED_BACK)) await chargeBack(load, event);
    await sleep(random.integer(PAUSE_MS.least, PAUSE_MS.most));
  }
}

function chooseShopper(tenants: readonly Tenant[], random: Random) {
  const tenant = random.pick(tenants);
  const company = tenants.indexOf(tenant);
  const user = random.integer(0, USERS - 1);
  const device = random.chance(BORROWED_DEVICE) ? random.integer(0, DEVICES - 1) : user % DEVICES;
  const traits: Traits = {
    device: `device-${company}-${device}`,
    ip: `10.${company}.0.${user + 1}`,
    email: `user-${user}@shop-${company}.example`,
    ...(random.chance(0.5) && { payment: `payment-${company}-${user}` }),
  };
  return { tenant, userId: `user-${user}`, traits };
}

/** A chargeback is an event and a label at once: on the order, which is the only other event of its transaction. */
async function chargeBack(load: Load, order: SentEvent): Promise<void> {
  const { tenant, userId, traits, orderId } = order;
  const event = noteEvent(load, { tenant, userId, traits, orderId, eventType: 'chargeback_received' });
  if (await sendEvent(load, event)) load.ledger.labels.set(order, 'fraud');
}
