import { countThreatDeliveries, listThreatDeliveries as listRows } from '../../db/queries/threat-delivery-list.ts';
import { findThreatSubscription } from '../../db/queries/threat-subscriptions.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { toPage } from '../http/schema.ts';
import { presentDelivery } from './present.ts';
import { SubscriptionParams, threatIntel } from './route-parts.ts';
import { ThreatDeliveryPage, ThreatDeliveryQuery } from './schemas.ts';

export const listThreatDeliveries = defineRoute({
  method: 'GET',
  path: '/threat-intel/subscriptions/:subscriptionId/deliveries',
  name: 'listThreatDeliveries',
  ...threatIntel,
  summary: 'List the deliveries of a threat subscription with their latest attempts',
  description: 'Those of the newest threats first. Settled deliveries are kept for 90 days.',
  params: SubscriptionParams,
  query: ThreatDeliveryQuery,
  response: ThreatDeliveryPage,
  errors: ['NOT_FOUND'],

  async handler({ params, query, caller }, { db }) {
    const { companyId } = caller;
    const { subscriptionId } = params;
    const { page, limit, status } = query;
    const filter = { subscriptionId, status };
    const [subscription, total, rows] = await Promise.all([
      findThreatSubscription(db.knex, companyId, subscriptionId),
      countThreatDeliveries(db.knex, companyId, filter),
      listRows(db.knex, companyId, { ...filter, limit, offset: (page - 1) * limit }),
    ]);
    if (!subscription) throw new ApiError('NOT_FOUND');
    return toPage(rows.map(presentDelivery), total, query);
  },
});
