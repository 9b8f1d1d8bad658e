import { insertBillingEvent } from '../../db/queries/billing-events.ts';
import { defineRoute } from '../http/define-route.ts';
import { requireProvider } from './providers.ts';
import { BillingNotification, BillingNotificationReceipt, ProviderParams } from './schemas.ts';

export const receiveBillingNotification = defineRoute({
  method: 'POST',
  path: '/billing/:provider/webhook',
  name: 'receiveBillingNotification',
  tag: 'Billing',
  summary: 'Take a notification of a billing provider',
  description:
    'Called by the provider, which signs the exact bytes of the body: Stripe in `stripe-signature`, Razorpay in ' +
    '`x-razorpay-signature`, the sandbox in `x-sandbox-signature`. Each notification is stored once and applied by a ' +
    'worker, in the order of what happened, however often and in whatever order it arrives.',
  access: {
    kind: 'signature',
    headers: ['stripe-signature', 'x-razorpay-signature', 'x-sandbox-signature'],
    oneOf: true,
  },
  params: ProviderParams,
  body: BillingNotification,
  response: BillingNotificationReceipt,
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],

  async handler({ params, rawBody, request }, { billing, clock, db, signals }) {
    const { provider } = params;
    const { eventId, payload } = requireProvider(billing, provider).verifyWebhook(rawBody, request.headers);
    const receivedAt = new Date(clock.now());
    const isNew = await insertBillingEvent(db.knex, { provider, eventId, payload, receivedAt });
    if (isNew) signals.send('billing-webhook', { provider, eventId });
    return { received: true as const, duplicate: !isNew };
  },
});
