import type { Schemas } from '../../../clients/typescript/src/types.ts';

export type PolicyMode = Schemas['Policy']['policyMode'];

interface ModeWords {
  label: string;
  meaning: string;
}

export const POLICY_MODES = ['hybrid', 'advisory', 'shadow'] as const satisfies readonly PolicyMode[];

/** What each mode of a policy means for those who ask what to do. */
export const MODE_WORDS: Readonly<Record<PolicyMode, ModeWords>> = {
  hybrid: { label: 'Hybrid', meaning: 'The policy decides what is allowed, reviewed or blocked.' },
  advisory: {
    label: 'Advisory',
    meaning: 'The policy decides, but never blocks by itself: what it would block is reviewed by people.',
  },
  shadow: {
    label: 'Shadow',
    meaning: 'Everything is allowed. Scores and recommendations are only recorded: for trying out, without any effect.',
  },
};
