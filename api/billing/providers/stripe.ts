import Stripe from 'stripe';
import type { StripeSettings } from '../../../platform/billing-settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { BillingProvider, Checkout, Order } from '../provider.ts';
import { badSignature, readNotification } from '../read-notification.ts';

/** A notification may be as old as Stripe's own libraries allow: replays after that are refused. */
const TOLERANCE_SECONDS = 300;

interface StripeOptions {
  settings: StripeSettings;
  timeoutMs: number;
  /** Where customers come back to. */
  publicUrl: string;
  clock: Clock;
}

/** Stripe Checkout. The customer and the subscription come to be with the payment, so their ids are not known before. */
export function createStripeProvider({ settings, timeoutMs, publicUrl, clock }: StripeOptions): BillingProvider {
  const { apiUrl, prices, secretKey, webhookSecret } = settings;
  const stripe = new Stripe(secretKey, {
    host: apiUrl.hostname,
    port: apiUrl.port || (apiUrl.protocol === 'https:' ? 443 : 80),
    protocol: apiUrl.protocol === 'https:' ? 'https' : 'http',
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    sells: (planCode) => prices.has(planCode),
    createSubscription: (order) => openCheckout(stripe, order, { price: prices.get(order.plan.code), publicUrl }),
    verifyWebhook: (rawBody, headers) => {
      try {
        const header = headers['stripe-signature'] ?? '';
        const { signature } = stripe.webhooks;
        // The library may be without it; then nothing counts as signed.
        if (!signature) throw badSignature();
        signature.verifyHeader(rawBody, header, webhookSecret, TOLERANCE_SECONDS, undefined, clock.now());
      } catch {
        throw badSignature();
      }
      return readNotification(rawBody, ({ id }) => id);
    },
  };
}

async function openCheckout(
  stripe: Stripe,
  { companyId, subscriptionId, customerEmail, expiresAt }: Order,
  { price, publicUrl }: { price: string | undefined; publicUrl: string },
): Promise<Checkout> {
  // Of the checkout and of the subscription: whichever event comes first says whose it is.
  const metadata = { companyId, subscriptionId };
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      client_reference_id: subscriptionId,
      customer_email: customerEmail,
      metadata,
      subscription_data: { metadata },
      expires_at: Math.floor(expiresAt.getTime() / 1000),
      success_url: `${publicUrl}/`,
      cancel_url: `${publicUrl}/`,
    },
    // The library tries again when the connection breaks: that must not open a second checkout.
    { idempotencyKey: subscriptionId },
  );
  if (!session.url) throw new Error('Stripe answered without the URL of the checkout');
  return { shortUrl: session.url, providerSubscriptionId: null, providerCustomerId: null };
}
