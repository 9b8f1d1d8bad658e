import { composeParts } from '../../engine/assess.ts';
import { DEFAULT_POLICY } from '../../engine/policy.ts';

/*
 * What a score would be without the evidence behind some of its reasons. `featureContributions` has one number per
 * factor, `strength.<REASON_CODE>` from 0 to 1; a part is 100 × (1 − Π (1 − strength)) of its factors.
 */

export type Contributions = Readonly<Record<string, number | string | boolean>>;

export const PARTS = ['graph', 'velocity', 'indicator'] as const;
export type Part = (typeof PARTS)[number];

/** What the reason codes of a part begin with; all others are of the indicator part. */
const PREFIXES: readonly [string, Part][] = [
  ['GRAPH_', 'graph'],
  ['VELOCITY_', 'velocity'],
];
export const STRENGTH = 'strength.';

/**
 * Reasons that rest on the same evidence, told apart by what they say of it: an outcome on a device is a neighbour, a
 * similarity and a rate at once. Without that outcome none of them would be there.
 */
const EVIDENCE: readonly (readonly string[])[] = [
  [
    'GLOBAL_THREAT_INDICATOR',
    'CONFIRMED_FRAUD_INDICATOR',
    'HIGH_RISK_INDICATOR',
    'GRAPH_FRAUD_NEIGHBOR',
    'GRAPH_FRAUD_SIMILARITY',
  ],
];

/** Scores from here on are reviewed under the policy of a new tenant. */
export const REVIEW_THRESHOLD = DEFAULT_POLICY.thresholds.review;

/** What the service told of an event that it flagged. */
export interface Flagged {
  /** 0 to 100. */
  score: number;
  contributions: Contributions;
  reasons: readonly string[];
}

/** What a flagged score is made of: scores from 0 to 100 or, where a model scored, log-odds. */
export interface Explanation {
  /** As it was, and put together again from all evidence: if the two differ, the rest says nothing. */
  whole: number;
  recomposed: number;
  /** Without what the reason that is named first adds, without the evidence it rests on, and without all that are named. */
  withoutFirst: number;
  withoutEvidence: number;
  withoutAll: number;
  /** What is below it is not flagged. */
  threshold: number;
}

/**
 * Explains what the default profile flagged.
 *
 * @param threshold of its score, 0 to 100
 * @returns undefined when the contributions do not tell how strong each factor was
 */
export function explainByStrengths(
  { score, contributions, reasons }: Flagged,
  threshold: number,
): Explanation | undefined {
  if (!Object.keys(contributions).some((key) => key.startsWith(STRENGTH))) return undefined;
  return {
    whole: Number(contributions['defaultScore'] ?? score),
    recomposed: recompose(contributions, []),
    withoutFirst: recompose(contributions, reasons.slice(0, 1)),
    withoutEvidence: recompose(contributions, reasonsBeside(reasons[0] ?? '')),
    withoutAll: recompose(contributions, reasons),
    threshold,
  };
}

/** The reasons that rest on the evidence of one, itself among them. */
export function reasonsBeside(reason: string): readonly string[] {
  return EVIDENCE.find((reasons) => reasons.includes(reason)) ?? [reason];
}

/** The score, 0 to 100, as it would be without the evidence of some reasons. */
export function recompose(contributions: Contributions, removed: readonly string[]): number {
  const quiet: Record<Part, number> = { graph: 1, velocity: 1, indicator: 1 };
  for (const [key, strength] of Object.entries(contributions)) {
    const reason = key.slice(STRENGTH.length);
    if (!key.startsWith(STRENGTH) || removed.includes(reason)) continue;
    quiet[partOf(reason)] *= 1 - Number(strength);
  }
  return composeParts(
    PARTS.map((part) => ({ weight: Number(contributions[`${part}Weight`] ?? 0), score: 100 * (1 - quiet[part]) })),
  );
}

export function partOf(reason: string): Part {
  return PREFIXES.find(([prefix]) => reason.startsWith(prefix))?.[1] ?? 'indicator';
}
