import type { Socket } from 'node:net';
import type { Subscription } from '../../../db/models/subscription.ts';
import type { BillingInterval } from '../../../engine/vocabulary.ts';
import { SANDBOX_SIGNATURE } from '../providers/sandbox.ts';
import type { SandboxKeys } from './keys.ts';

const TIMEOUT_MS = 10_000;

/** One payment per checkout, so one id: confirmed twice, it is the same notification delivered again. */
export function paymentEventIdOf(subscriptionId: string): string {
  return `sandbox_evt_${subscriptionId}_paid`;
}

interface Payment {
  subscription: Subscription;
  interval: BillingInterval;
  now: Date;
}

/** What the sandbox tells of a payment, in the format that the worker reads. */
export function describePayment({ subscription, interval, now }: Payment): string {
  return JSON.stringify({
    id: paymentEventIdOf(subscription.id),
    type: 'subscription.activated',
    occurredAt: now.toISOString(),
    subscription: {
      id: subscription.providerSubscriptionId,
      customerId: subscription.providerCustomerId,
      periodStart: now.toISOString(),
      periodEnd: addInterval(now, interval).toISOString(),
      cancelAtPeriodEnd: false,
    },
  });
}

/**
 * Posts a signed notification to our own webhook as any provider would: over HTTP. The address is that of the listener
 * the confirmation came in on, whatever name or proxy is in front of it.
 *
 * @returns whether it was taken
 */
export async function postNotification(socket: Socket, keys: SandboxKeys, body: string): Promise<boolean> {
  const { localAddress = '127.0.0.1', localPort } = socket;
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  try {
    const response = await fetch(`http://${host}:${localPort}/api/billing/sandbox/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SANDBOX_SIGNATURE]: keys.signNotification(body) },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** The same day and time of the next month or year, or the last day of a month that is shorter. */
function addInterval(start: Date, interval: BillingInterval): Date {
  const end = new Date(start);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + (interval === 'year' ? 12 : 1)];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  end.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay));
  return end;
}
