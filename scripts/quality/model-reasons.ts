import { FEATURES } from '../../engine/adaptive/features.ts';
import { evidenceOf } from '../../engine/assess.ts';
import { DEFAULT_POLICY } from '../../engine/policy.ts';
import {
  explainByStrengths,
  partOf,
  reasonsBeside,
  STRENGTH,
  type Contributions,
  type Explanation,
  type Flagged,
} from './reasons.ts';

/*
 * What a score of a model would be without the evidence behind some of its reasons: the log-odds without what its features
 * raised them by, against the log-odds from which that version of the model flags. Only the largest contributions are
 * told feature by feature; what the others raised stays in, so the shares are rather too low.
 */

/** What a model said of an event. */
export interface ModelVerdict {
  version: number;
  logOdds: number;
}

/** Log-odds are told to four decimals. */
const LOG_ODDS_STEP = 1e-4;
/** What the default profile alone would block is flagged, whatever a model says of it. */
const GUARDED_FROM = DEFAULT_POLICY.thresholds.block;
const PREFIX = 'adaptive.';
const REASONS = new Map(FEATURES.map(({ name, reason }) => [name, reason]));

/** @returns undefined when the default profile scored */
export function readVerdict({
  scoringProfile,
  modelVersion,
  adaptiveLogOdds,
}: Contributions): ModelVerdict | undefined {
  if (scoringProfile !== 'adaptive') return undefined;
  return { version: Number(modelVersion), logOdds: Number(adaptiveLogOdds) };
}

/**
 * From which log-odds on each version of a model flags: just above the highest that it did not flag.
 *
 * @param passed what models said of events that were not flagged
 */
export function findThresholds(passed: readonly ModelVerdict[]): Map<number, number> {
  const thresholds = new Map<number, number>();
  for (const { version, logOdds } of passed) {
    thresholds.set(version, Math.max(thresholds.get(version) ?? -Infinity, logOdds + LOG_ODDS_STEP));
  }
  return thresholds;
}

/** Explains what a model flagged, or the default profile in its place. */
export function explainByModel(
  flagged: Flagged,
  { version, logOdds }: ModelVerdict,
  thresholds: ReadonlyMap<number, number>,
): Explanation | undefined {
  const threshold = thresholds.get(version) ?? -Infinity;
  if (logOdds < threshold) return explainByStrengths(flagged, GUARDED_FROM);
  const { contributions, reasons } = flagged;
  const raised = listRaised(contributions);
  const without = (removed: readonly string[]) =>
    raised.reduce((rest, { reason, by }) => (removed.includes(reason) ? rest - by : rest), logOdds);
  return {
    whole: logOdds,
    recomposed: sumUp(contributions),
    withoutFirst: without(reasons.slice(0, 1)),
    withoutEvidence: without(reasonsBeside(reasons[0] ?? '')),
    withoutAll: without(reasons),
    threshold,
  };
}

function sumUp(contributions: Contributions): number {
  return Object.entries(contributions).reduce(
    (sum, [key, logOdds]) => (key.startsWith(PREFIX) ? sum + Number(logOdds) : sum),
    0,
  );
}

/** What raised the log-odds, each with the reason it stands for. */
function listRaised(contributions: Contributions): { reason: string; by: number }[] {
  const byDefault = firstByDefault(contributions);
  return Object.entries(contributions).flatMap(([key, value]) => {
    const reason = REASONS.get(key.slice(PREFIX.length));
    const by = Number(value);
    return key.startsWith(PREFIX) && reason !== undefined && by > 0 ? [{ reason: reason ?? byDefault, by }] : [];
  });
}

/** The reason that the default profile names first, for which its score stands: of the strongest evidence, weighted. */
function firstByDefault(contributions: Contributions): string {
  let first = { reason: '', evidence: 0 };
  for (const [key, strength] of Object.entries(contributions)) {
    if (!key.startsWith(STRENGTH)) continue;
    const reason = key.slice(STRENGTH.length);
    const weight = Number(contributions[`${partOf(reason)}Weight`]);
    const evidence = weight * evidenceOf(Number(strength));
    if (evidence > first.evidence) first = { reason, evidence };
  }
  return first.reason;
}
