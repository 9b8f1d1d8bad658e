import Type from 'typebox';
import { listMonthlyUsage } from '../../db/queries/usage.ts';
import { defineRoute } from '../http/define-route.ts';
import { presentUsage } from './present.ts';
import { UsageList } from './schemas.ts';

const MAX_MONTHS = 36;

export const myUsage = defineRoute({
  method: 'GET',
  path: '/subscriptions/me/usage',
  name: 'getMyUsage',
  tag: 'Subscriptions',
  summary: 'Read how many events the company sent, by UTC month of receipt, newest first',
  description: 'The current month is always there; an earlier one only if something was used in it.',
  access: { kind: 'bearer', role: 'admin', permission: 'billing:manage' },
  query: Type.Object({
    months: Type.Integer({
      minimum: 1,
      maximum: MAX_MONTHS,
      default: 12,
      description: 'How many months to look back, with the current one',
    }),
  }),
  response: UsageList,

  async handler({ caller, query }, { clock, db }) {
    const { companyId } = caller;
    const usage = await listMonthlyUsage(db.knex, companyId, { now: new Date(clock.now()), months: query.months });
    return { data: usage.map((record) => presentUsage(companyId, record)) };
  },
});
