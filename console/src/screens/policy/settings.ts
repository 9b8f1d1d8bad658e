import type { Action } from '../../api/assessment-words.ts';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';

export type Policy = Schemas['Policy'];
type PolicyUpdate = Schemas['PolicyUpdate'];

/** What can be changed of a policy, each by itself: what two people change at once can be told apart. */
export interface Settings {
  policyMode: Policy['policyMode'];
  scoringProfile: Policy['scoringProfile'];
  review: number;
  block: number;
  graphUnavailable: Action;
  velocityUnavailable: Action;
  guardEnabled: boolean;
  guardAction: Action;
}
export type Setting = keyof Settings;

export function settingsOf({ thresholds, degradedMode, contagionGuard, ...policy }: Policy): Settings {
  return {
    policyMode: policy.policyMode,
    scoringProfile: policy.scoringProfile,
    review: thresholds.review,
    block: thresholds.block,
    graphUnavailable: degradedMode.graphUnavailable,
    velocityUnavailable: degradedMode.velocityUnavailable,
    guardEnabled: contagionGuard.enabled,
    guardAction: contagionGuard.minimumAction,
  };
}

/** The settings that differ, in the order of the screen. */
export function listChanged(before: Settings, after: Settings): Setting[] {
  return (Object.keys(before) as Setting[]).filter((setting) => before[setting] !== after[setting]);
}

/** The changes from one to another, made to a third: what somebody else has changed meanwhile is kept. */
export function reapply(before: Settings, mine: Settings, theirs: Settings): Settings {
  const changes = listChanged(before, mine).map((setting) => [setting, mine[setting]] as const);
  return { ...theirs, ...Object.fromEntries(changes) };
}

/**
 * The body of the change: nothing but what differs.
 *
 * @param version of the policy that was changed; the service refuses the change of an older one
 */
export function updateOf(before: Settings, after: Settings, version: number): PolicyUpdate {
  const changed = new Set(listChanged(before, after));
  const pick = <Key extends string>(names: Readonly<Record<Key, Setting>>) => {
    const fields = Object.entries<Setting>(names).filter(([, setting]) => changed.has(setting));
    return fields.length > 0 ? Object.fromEntries(fields.map(([key, setting]) => [key, after[setting]])) : undefined;
  };
  const sections = {
    thresholds: pick({ review: 'review', block: 'block' }),
    degradedMode: pick({ graphUnavailable: 'graphUnavailable', velocityUnavailable: 'velocityUnavailable' }),
    contagionGuard: pick({ enabled: 'guardEnabled', minimumAction: 'guardAction' }),
    ...pick({ policyMode: 'policyMode', scoringProfile: 'scoringProfile' }),
  };
  return { ...Object.fromEntries(Object.entries(sections).filter(([, value]) => value !== undefined)), version };
}

/** What is wrong with thresholds, in words; undefined when they are in order. */
export function findThresholdFault({ review, block }: Pick<Settings, 'review' | 'block'>): string | undefined {
  if (review <= 0) return 'Review must begin above 0.';
  if (block > 100) return 'Block cannot begin above 100.';
  if (review >= block) return 'Review must begin below block.';
  return undefined;
}
