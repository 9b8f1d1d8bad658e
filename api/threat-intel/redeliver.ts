import { resetThreatDelivery } from '../../db/queries/threat-deliveries.ts';
import { findThreatDelivery } from '../../db/queries/threat-delivery-list.ts';
import { findThreatSubscription } from '../../db/queries/threat-subscriptions.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { presentDelivery } from './present.ts';
import { DeliveryParams, threatIntel } from './route-parts.ts';
import { ThreatDelivery } from './schemas.ts';

export const redeliverThreat = defineRoute({
  method: 'POST',
  path: '/threat-intel/subscriptions/:subscriptionId/deliveries/:deliveryId/redeliver',
  name: 'redeliverThreat',
  ...threatIntel,
  summary: 'Deliver once more',
  description:
    'The same message with the same webhook-id, at once and with all attempts ahead, whatever came of it before. One that ' +
    'still waits is not waited for any longer.',
  // Each takes a place at the receiver beside those of the attempts under way.
  rateLimit: { limit: () => 60, windowMs: 60_000 },
  params: DeliveryParams,
  response: ThreatDelivery,
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, caller }, { clock, db, signals }) {
    const { companyId } = caller;
    const { subscriptionId, deliveryId } = params;
    const subscription = await findThreatSubscription(db.knex, companyId, subscriptionId);
    if (!subscription) throw new ApiError('NOT_FOUND');
    if (subscription.status === 'active') {
      const now = new Date(clock.now());
      await resetThreatDelivery(db.knex, companyId, { subscriptionId, deliveryId, now });
    }
    const delivery = await findThreatDelivery(db.knex, companyId, { subscriptionId, deliveryId });
    if (!delivery) throw new ApiError('NOT_FOUND');
    if (subscription.status !== 'active') throw disabled();
    // Should the subscription be disabled or deleted meanwhile, the job cancels what is left.
    signals.send('threat-webhook-delivery', { companyId, subscriptionId: subscription.id });
    return presentDelivery(delivery);
  },
});

function disabled(): ApiError {
  const message = 'The subscription is disabled: delete it and create it anew';
  return new ApiError('CONFLICT', { message });
}
