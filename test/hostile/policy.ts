import type { ValidBodies } from './bodies.ts';

export const policyBodies: ValidBodies = {
  updatePolicy: () => ({
    policyMode: 'hybrid',
    scoringProfile: 'adaptive',
    thresholds: { review: 40, block: 70 },
    degradedMode: { graphUnavailable: 'review', velocityUnavailable: 'review' },
    contagionGuard: { enabled: true, minimumAction: 'review' },
  }),
};
