import type { ReasonCode } from '../api/assessment-words.ts';

/** What each reason code says, in few words; the numbers behind it are told where one evaluation is shown. */
const REASON_WORDS: Readonly<Record<ReasonCode, string>> = {
  GLOBAL_THREAT_INDICATOR: 'Known as a threat, here or elsewhere',
  CONFIRMED_FRAUD_INDICATOR: 'Used for confirmed fraud before',
  HIGH_RISK_INDICATOR: 'Details with a bad record',
  VELOCITY_ZSCORE_SPIKE: 'Far more activity than this user’s usual',
  VELOCITY_BURST: 'A burst of events',
  VELOCITY_AMOUNT_SPIKE: 'An unusually large amount',
  VELOCITY_FAILED_PAYMENTS: 'Many payment methods failed',
  GRAPH_FRAUD_NEIGHBOR: 'Connected to confirmed fraud',
  GRAPH_FRAUD_SIMILARITY: 'Resembles users who were fraud',
  GRAPH_SHARED_INDICATORS: 'Shares a device or card with many users',
  DEGRADED_GRAPH_UNAVAILABLE: 'Scored without graph signals',
  DEGRADED_VELOCITY_UNAVAILABLE: 'Scored without velocity signals',
};

/** All that this console knows. */
export const REASON_CODES = Object.keys(REASON_WORDS) as readonly ReasonCode[];

/** @param code one that this console does not know yet is made readable */
export function reasonWords(code: string): string {
  const known = (REASON_WORDS as Readonly<Record<string, string>>)[code];
  return known ?? code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
}
