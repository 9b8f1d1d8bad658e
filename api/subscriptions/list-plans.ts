import { listActivePlans } from '../../db/queries/plans.ts';
import { listSellers } from '../billing/providers.ts';
import { defineRoute } from '../http/define-route.ts';
import { presentPlan } from './present.ts';
import { PlanList } from './schemas.ts';

export const listOfferedPlans = defineRoute({
  method: 'GET',
  path: '/plans',
  name: 'listPlans',
  tag: 'Plans',
  summary: 'List the plans on offer, cheapest first',
  access: { kind: 'public' },
  response: PlanList,

  async handler(_input, { billing, db }) {
    const plans = await listActivePlans(db.knex);
    return { data: plans.map((plan) => ({ ...presentPlan(plan), providers: listSellers(billing, plan) })) };
  },
});
