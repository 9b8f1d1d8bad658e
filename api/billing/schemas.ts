import Type from 'typebox';
import { BILLING_PROVIDERS } from '../../engine/vocabulary.ts';
import { enumOf, jsonObject, text } from '../http/schema.ts';
import { Subscription } from '../subscriptions/schemas.ts';

/** Any other word is a provider that does not exist: 404, like one that is not configured. */
export const ProviderParams = Type.Object({
  provider: Type.Union([enumOf(BILLING_PROVIDERS), text({ maxLength: 64 })], {
    description: `${BILLING_PROVIDERS.join(', ')}; 404 unless it is configured`,
    examples: ['sandbox'],
  }),
});

export const SubscriptionRequest = Type.Object(
  { planCode: text({ minLength: 1, maxLength: 64, examples: ['growth'] }) },
  { title: 'SubscriptionRequest', additionalProperties: false },
);

export const SubscriptionCheckout = Type.Object(
  {
    subscription: Subscription,
    shortUrl: Type.String({
      description: 'Where the customer pays; open it in a browser',
      examples: ['https://checkout.stripe.com/c/pay/cs_live_a1B2c3'],
    }),
  },
  { title: 'SubscriptionCheckout' },
);

export const BillingNotification = jsonObject({
  title: 'BillingNotification',
  description: 'As the provider sends it; the signature covers these exact bytes',
});

export const BillingNotificationReceipt = Type.Object(
  {
    received: Type.Literal(true),
    duplicate: Type.Boolean({ description: 'Whether this notification had been delivered before' }),
  },
  { title: 'BillingNotificationReceipt' },
);
