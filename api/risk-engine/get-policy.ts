import { findPolicy } from '../../db/queries/policies.ts';
import { findModelSummary } from '../../db/queries/scoring-models.ts';
import { defineRoute } from '../http/define-route.ts';
import { Policy, POLICY_PATH } from './policy-schemas.ts';
import { presentPolicy } from './present-policy.ts';

export const getPolicy = defineRoute({
  method: 'GET',
  path: POLICY_PATH,
  name: 'getPolicy',
  tag: 'Policy',
  summary: 'Read the policy that decides on scores',
  access: { kind: 'bearer', role: 'admin', permission: 'policy:manage' },
  response: Policy,

  async handler({ caller }, { db }) {
    const { companyId } = caller;
    return presentPolicy(await findPolicy(db.knex, companyId), await findModelSummary(db.knex, companyId));
  },
});
