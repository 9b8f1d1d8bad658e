import { findCurrentSubscription } from '../../db/queries/subscriptions.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { presentSubscription } from './present.ts';
import { Subscription } from './schemas.ts';

export const mySubscription = defineRoute({
  method: 'GET',
  path: '/subscriptions/me',
  name: 'getMySubscription',
  tag: 'Subscriptions',
  summary: 'Read the active subscription of the company, with its plan',
  access: { kind: 'bearer', role: 'admin', permission: 'billing:manage' },
  response: Subscription,
  errors: ['NOT_FOUND'],

  async handler({ caller }, { clock, db }) {
    const subscription = await findCurrentSubscription(db.knex, caller.companyId, new Date(clock.now()));
    if (subscription?.status !== 'active' || !subscription.plan) {
      throw new ApiError('NOT_FOUND', { message: 'The company has no active subscription' });
    }
    return presentSubscription(subscription, subscription.plan);
  },
});
