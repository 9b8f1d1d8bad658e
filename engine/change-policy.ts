import type { PolicySettings } from './policy.ts';

/** Part of a policy: sections and single fields that are left out keep their value (contract section 4). */
export interface PolicyChanges {
  policyMode?: PolicySettings['policyMode'];
  scoringProfile?: PolicySettings['scoringProfile'];
  thresholds?: Partial<PolicySettings['thresholds']>;
  degradedMode?: Partial<PolicySettings['degradedMode']>;
  contagionGuard?: Partial<PolicySettings['contagionGuard']>;
}

/** The settings with the changes on top; whether the thresholds are still in order is for the caller to ask. */
export function changePolicy(settings: PolicySettings, changes: PolicyChanges): PolicySettings {
  return {
    policyMode: changes.policyMode ?? settings.policyMode,
    scoringProfile: changes.scoringProfile ?? settings.scoringProfile,
    thresholds: { ...settings.thresholds, ...changes.thresholds },
    degradedMode: { ...settings.degradedMode, ...changes.degradedMode },
    contagionGuard: { ...settings.contagionGuard, ...changes.contagionGuard },
  };
}

/** Whether 0 < review < block <= 100. */
export function areThresholdsInOrder({ review, block }: PolicySettings['thresholds']): boolean {
  return 0 < review && review < block && block <= 100;
}
