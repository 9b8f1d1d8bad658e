import fc from 'fast-check';
import type { PolicySettings } from '../../engine/policy.ts';
import { ACTIONS, POLICY_MODES, SCORING_PROFILES } from '../../engine/vocabulary.ts';
import type { Answer, Service, Tenant } from './service.ts';

const threshold = fc.oneof(
  fc.double({ min: 0, max: 100, minExcluded: true, noNaN: true }),
  fc.integer({ min: 1, max: 100 }),
);
const thresholds = fc
  .tuple(threshold, threshold)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ review: Math.min(one, other), block: Math.max(one, other) }));

/** Any policy that is valid. */
export const anyPolicy: fc.Arbitrary<PolicySettings> = fc.record(
  {
    policyMode: fc.constantFrom(...POLICY_MODES),
    scoringProfile: fc.constantFrom(...SCORING_PROFILES),
    thresholds,
    degradedMode: fc.record(
      { graphUnavailable: fc.constantFrom(...ACTIONS), velocityUnavailable: fc.constantFrom(...ACTIONS) },
      { noNullPrototype: true },
    ),
    contagionGuard: fc.record(
      { enabled: fc.boolean(), minimumAction: fc.constantFrom(...ACTIONS) },
      { noNullPrototype: true },
    ),
  },
  { noNullPrototype: true },
);

export async function getPolicy(service: Service, { token }: Pick<Tenant, 'token'>): Promise<Answer> {
  return service.call('GET', '/api/risk-engine/policy', { token });
}

export async function putPolicy(service: Service, { token }: Pick<Tenant, 'token'>, body: unknown): Promise<Answer> {
  return service.call('PUT', '/api/risk-engine/policy', { token, body });
}
