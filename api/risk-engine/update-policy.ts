import { isDeepStrictEqual } from 'node:util';
import { lockPolicy, updatePolicy as storePolicy, type StoredPolicy } from '../../db/queries/policies.ts';
import { findModelSummary } from '../../db/queries/scoring-models.ts';
import { areThresholdsInOrder, changePolicy } from '../../engine/change-policy.ts';
import type { PolicySettings } from '../../engine/policy.ts';
import { auditChange } from '../access/audit-change.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { Policy, POLICY_PATH, PolicyUpdate } from './policy-schemas.ts';
import { presentPolicy } from './present-policy.ts';

export const updatePolicy = defineRoute({
  method: 'PUT',
  path: POLICY_PATH,
  name: 'updatePolicy',
  tag: 'Policy',
  summary: 'Change the policy that decides on scores',
  description:
    'Applies to the next assessment. What is left out keeps its value. With `version`, the change is refused when the policy has moved on.',
  access: { kind: 'bearer', role: 'admin', permission: 'policy:manage' },
  body: PolicyUpdate,
  response: Policy,
  errors: ['CONFLICT'],

  async handler({ body, caller, request }, { clock, db }) {
    const { companyId, userId } = caller;
    const { version, ...changes } = body;
    requireOrder(changes.thresholds);
    const policy = await db.knex.transaction(async (transaction) => {
      const before = await lockPolicy(transaction, companyId);
      requireVersion(version, before);
      const settings = changePolicy(before.settings, changes);
      requireOrder(changes.thresholds, settings.thresholds);
      if (isDeepStrictEqual(settings, before.settings)) return before;
      const after = {
        settings,
        version: before.version + 1,
        updatedAt: new Date(clock.now()),
        updatedBy: userId,
      };
      await storePolicy(transaction, companyId, after);
      await auditChange(
        transaction,
        { caller, request, clock },
        {
          action: 'policy.updated',
          targetType: 'policy',
          targetId: companyId,
          before: { ...before.settings, version: before.version },
          after: { ...settings, version: after.version },
        },
      );
      return after;
    });
    return presentPolicy(policy, await findModelSummary(db.knex, companyId));
  },
});

/** @throws ApiError CONFLICT when the client saw another version */
function requireVersion(expected: number | undefined, { version }: StoredPolicy): void {
  if (expected === undefined || expected === version) return;
  throw new ApiError('CONFLICT', {
    message: `The policy is at version ${version}, not ${expected}: read it again and repeat the change`,
  });
}

/**
 * @param sent the thresholds of the request: of these the details speak
 * @param merged what they come to; what was sent alone is judged when it is not known yet
 * @throws ApiError VALIDATION_FAILED unless 0 < review < block <= 100
 */
function requireOrder(sent: Partial<PolicySettings['thresholds']> = {}, merged = sent): void {
  const { review, block } = merged;
  if (review === undefined || block === undefined || areThresholdsInOrder({ review, block })) return;
  const detail =
    sent.review === undefined
      ? { path: '/thresholds/block', message: `must be more than the review threshold, ${review}` }
      : { path: '/thresholds/review', message: `must be less than the block threshold, ${block}` };
  throw new ApiError('VALIDATION_FAILED', { details: [detail] });
}
