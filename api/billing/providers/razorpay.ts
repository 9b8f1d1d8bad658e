import { createHash } from 'node:crypto';
import Razorpay from 'razorpay';
import type { RazorpaySettings } from '../../../platform/billing-settings.ts';
import { verifyHmacHex } from '../../../platform/hashing.ts';
import type { BillingProvider, Checkout, Order } from '../provider.ts';
import { badSignature, readNotification } from '../read-notification.ts';

/** Razorpay wants to know how often it may charge; ten years are renewed by then. */
const CHARGES = { month: 120, year: 10 } as const;

/** The HTTP client inside the library, which has no option for these. */
interface HttpDefaults {
  rq: { defaults: { baseURL?: string; timeout?: number; maxRedirects?: number } };
}

/** Razorpay Subscriptions: the subscription is there at once, and becomes active with its first payment. */
export function createRazorpayProvider(settings: RazorpaySettings, timeoutMs: number): BillingProvider {
  const { apiUrl, keyId, keySecret, plans, webhookSecret } = settings;
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { defaults } = (razorpay.api as unknown as HttpDefaults).rq;
  Object.assign(defaults, { baseURL: apiUrl.origin, timeout: timeoutMs, maxRedirects: 0 });
  return {
    sells: (planCode) => plans.has(planCode),
    createSubscription: (order) => openSubscription(razorpay, order, plans.get(order.plan.code) ?? ''),
    verifyWebhook: (rawBody, headers) => {
      const signature = headers['x-razorpay-signature'];
      // The library compares signatures in a time that tells how much of them is right.
      if (typeof signature !== 'string' || !verifyHmacHex(webhookSecret, rawBody, signature)) throw badSignature();
      // The id in x-razorpay-event-id is not part of what is signed: the same bytes under another id are the same event.
      return readNotification(rawBody, () => `sha256-${createHash('sha256').update(rawBody).digest('hex')}`);
    },
  };
}

async function openSubscription(razorpay: Razorpay, order: Order, planId: string): Promise<Checkout> {
  const { companyId, expiresAt, plan, subscriptionId } = order;
  const { id, short_url: shortUrl } = await razorpay.subscriptions
    .create({
      plan_id: planId,
      total_count: CHARGES[plan.billingInterval],
      quantity: 1,
      customer_notify: 1,
      expire_by: Math.floor(expiresAt.getTime() / 1000),
      notes: { companyId, subscriptionId },
    })
    .catch((error: unknown) => {
      throw toError(error);
    });
  if (!id || !shortUrl) throw new Error('Razorpay answered without the URL of the checkout');
  return { shortUrl, providerSubscriptionId: id, providerCustomerId: null };
}

/** The library throws plain objects for answers, and stumbles over what is no answer, such as a time-out. */
function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return new Error('Razorpay did not answer', { cause: thrown });
  const { statusCode, error } = thrown as { statusCode?: unknown; error?: { code?: unknown; description?: unknown } };
  return new Error(`Razorpay answered ${String(statusCode)} ${String(error?.code)}: ${String(error?.description)}`);
}
