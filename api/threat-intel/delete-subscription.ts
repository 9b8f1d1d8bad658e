import {
  deleteThreatSubscription as deleteRow,
  findThreatSubscription,
} from '../../db/queries/threat-subscriptions.ts';
import { auditChange } from '../access/audit-change.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { describeForAudit } from './describe-for-audit.ts';
import { SubscriptionParams, threatIntel } from './route-parts.ts';
import { ThreatSubscriptionDeleted } from './schemas.ts';

export const deleteThreatSubscription = defineRoute({
  method: 'DELETE',
  path: '/threat-intel/subscriptions/:subscriptionId',
  name: 'deleteThreatSubscription',
  ...threatIntel,
  summary: 'Delete a threat subscription',
  description: 'Its secret is forgotten and what was still to be delivered is cancelled.',
  params: SubscriptionParams,
  response: ThreatSubscriptionDeleted,
  errors: ['NOT_FOUND'],

  async handler({ params, caller, request }, { clock, db, signals }) {
    const { companyId } = caller;
    const { subscriptionId } = params;
    await db.knex.transaction(async (transaction) => {
      const subscription = await findThreatSubscription(transaction, companyId, subscriptionId);
      // Of two deletions at once, the second finds it gone here.
      const deleted = await deleteRow(transaction, companyId, subscriptionId);
      if (!subscription || !deleted) throw new ApiError('NOT_FOUND');
      const change = { action: 'threat_subscription.deleted' as const, targetType: 'threat_subscription' };
      const before = describeForAudit(subscription);
      const id = subscription.id;
      await auditChange(transaction, { caller, request, clock }, { ...change, targetId: id, before, after: null });
    });
    const id = subscriptionId.toLowerCase();
    signals.send('threat-webhook-delivery', { companyId, subscriptionId: id });
    return { id, deleted: true as const };
  },
});
