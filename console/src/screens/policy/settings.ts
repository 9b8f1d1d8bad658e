import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { MODE_WORDS } from '../../format/policy-words.ts';

export type Policy = Schemas['Policy'];

/** What an admin decides; the rest of a policy is about its history. */
export type Settings = Pick<Policy, 'policyMode' | 'scoringProfile' | 'thresholds' | 'degradedMode' | 'contagionGuard'>;

export function settingsOf(policy: Policy): Settings {
  const { policyMode, scoringProfile, thresholds, degradedMode, contagionGuard } = policy;
  return { policyMode, scoringProfile, thresholds, degradedMode, contagionGuard };
}

/** Each setting in words: its name, and its value as text. */
const LINES: readonly [name: string, textOf: (settings: Settings) => string][] = [
  ['Mode', ({ policyMode }) => MODE_WORDS[policyMode].label],
  ['Review from a score of', ({ thresholds }) => String(thresholds.review)],
  ['Block from a score of', ({ thresholds }) => String(thresholds.block)],
  ['Scoring profile', ({ scoringProfile }) => scoringProfile],
  ['At least, without graph signals', ({ degradedMode }) => degradedMode.graphUnavailable],
  ['At least, without velocity signals', ({ degradedMode }) => degradedMode.velocityUnavailable],
  ['Contagion guard', ({ contagionGuard }) => (contagionGuard.enabled ? 'on' : 'off')],
  ['At least, next to confirmed fraud', ({ contagionGuard }) => contagionGuard.minimumAction],
];

export interface Change {
  name: string;
  before: string;
  after: string;
}

/** What differs between two policies, setting by setting. */
export function listChanges(before: Settings, after: Settings): Change[] {
  return LINES.map(([name, textOf]) => ({ name, before: textOf(before), after: textOf(after) })).filter(
    (change) => change.before !== change.after,
  );
}

/** @returns what is wrong with the thresholds, or undefined */
export function findThresholdFault({ review, block }: Settings['thresholds']): string | undefined {
  if (!Number.isFinite(review) || !Number.isFinite(block)) return 'Both thresholds must be numbers.';
  if (review <= 0) return 'Review must begin above 0.';
  if (block > 100) return 'Block must begin at 100 or below.';
  return review < block ? undefined : 'Review must begin below block.';
}
