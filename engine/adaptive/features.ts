import type { Verdict } from '../assess.ts';
import type { ReasonCode } from '../vocabulary.ts';

/** 1 where a larger value may only raise the risk, 0 where the outcomes decide. */
export type Direction = 0 | 1;

/** What a model looks at, by the name it has in the contributions of the default profile. */
export interface Feature {
  name: string;
  direction: Direction;
  /** The reason it stands for when it raises the risk; null: the first reason of the default profile. */
  reason: ReasonCode | null;
}

/** What an assessment is judged by: all of it is stored with the assessment, so that outcomes can be learned from later. */
export interface FeatureSource {
  /** The score of the default profile. */
  defaultScore: number;
  /** In minor units of its currency; null without an amount. */
  amountMinor: number | null;
  contributions: Verdict['featureContributions'];
}

/** Features that are no contributions. */
const DEFAULT_SCORE = 'defaultScore';
const AMOUNT = 'amountMinor';

/**
 * All features, in the order models are trained on. To add one, name a contribution of the default profile here. Only what
 * means risk by its definition has a direction: of two rates of one entity, a high one beside a low one says something
 * that neither says alone.
 */
export const FEATURES: readonly Feature[] = [
  feature(DEFAULT_SCORE, null, 1),
  feature(AMOUNT, 'VELOCITY_AMOUNT_SPIKE'),
  feature('graphScore', 'GRAPH_FRAUD_NEIGHBOR', 1),
  feature('velocityScore', 'VELOCITY_ZSCORE_SPIKE', 1),
  feature('indicatorScore', 'HIGH_RISK_INDICATOR', 1),
  ...strengths(),
  feature('amountZScore', 'VELOCITY_AMOUNT_SPIKE', 1),
  feature('amountAboveUsual', 'VELOCITY_AMOUNT_SPIKE'),
  feature('amountAboveMost', 'VELOCITY_AMOUNT_SPIKE'),
  feature('countZScore', 'VELOCITY_ZSCORE_SPIKE', 1),
  feature('deviceNovelty', 'VELOCITY_AMOUNT_SPIKE'),
  feature('sinceSignupSeconds', 'VELOCITY_BURST'),
  feature('accountAgeSeconds', 'VELOCITY_BURST'),
  feature('knnFraudSimilarity', 'GRAPH_FRAUD_SIMILARITY'),
  feature('confirmedFraudUser', 'GRAPH_FRAUD_SIMILARITY'),
  feature('fraudNeighbors', 'GRAPH_FRAUD_NEIGHBOR'),
  feature('fraudWithinTwoHops', 'GRAPH_FRAUD_NEIGHBOR'),
  feature('pagerankScore', 'GRAPH_SHARED_INDICATORS'),
  feature('betweennessScore', 'GRAPH_SHARED_INDICATORS'),
  feature('userAmountPaid24h', 'VELOCITY_AMOUNT_SPIKE'),
  ...entity('user'),
  ...['device', 'ip', 'email', 'phone', 'payment', 'cardBin', 'address'].flatMap((prefix) => [
    ...entity(prefix),
    feature(`${prefix}Users24h`, 'GRAPH_SHARED_INDICATORS'),
    feature(`${prefix}Connections`, 'GRAPH_SHARED_INDICATORS'),
    feature(`${prefix}NewConnections24h`, 'GRAPH_SHARED_INDICATORS'),
    feature(`${prefix}GlobalThreat`, 'GLOBAL_THREAT_INDICATOR', 1),
  ]),
];

function feature(name: string, reason: ReasonCode | null, direction: Direction = 0): Feature {
  return { name, reason, direction };
}

/** How strongly each reason speaks for fraud by itself. */
function strengths(): Feature[] {
  const reasons: ReasonCode[] = [
    'GLOBAL_THREAT_INDICATOR',
    'CONFIRMED_FRAUD_INDICATOR',
    'HIGH_RISK_INDICATOR',
    'VELOCITY_ZSCORE_SPIKE',
    'VELOCITY_BURST',
    'VELOCITY_AMOUNT_SPIKE',
    'VELOCITY_FAILED_PAYMENTS',
    'GRAPH_FRAUD_NEIGHBOR',
    'GRAPH_FRAUD_SIMILARITY',
    'GRAPH_SHARED_INDICATORS',
  ];
  return reasons.map((reason) => feature(`strength.${reason}`, reason, 1));
}

/** What is counted around the user and around each indicator. */
function entity(prefix: string): Feature[] {
  return [
    feature(`${prefix}Events1m`, 'VELOCITY_BURST'),
    feature(`${prefix}Events1h`, 'VELOCITY_BURST'),
    feature(`${prefix}Events24h`, 'VELOCITY_ZSCORE_SPIKE'),
    feature(`${prefix}Events7d`, 'VELOCITY_ZSCORE_SPIKE'),
    feature(`${prefix}FailedMethods1h`, 'VELOCITY_FAILED_PAYMENTS'),
    feature(`${prefix}Payments24h`, 'VELOCITY_BURST'),
    feature(`${prefix}FraudRate`, 'HIGH_RISK_INDICATOR'),
    feature(`${prefix}FraudWeight`, 'HIGH_RISK_INDICATOR'),
    feature(`${prefix}LegitimateWeight`, 'HIGH_RISK_INDICATOR'),
    feature(`${prefix}RecentFraud`, 'HIGH_RISK_INDICATOR'),
    feature(`${prefix}RecentLegitimate`, 'HIGH_RISK_INDICATOR'),
    feature(`${prefix}SinceFraudSeconds`, 'HIGH_RISK_INDICATOR'),
    feature(`${prefix}ConfirmedFraud`, 'CONFIRMED_FRAUD_INDICATOR'),
  ];
}

/** The value of each feature, in the order of FEATURES; NaN where it is missing. */
export function readFeatures({ defaultScore, amountMinor, contributions }: FeatureSource): Float64Array {
  return Float64Array.from(FEATURES, ({ name }) => {
    if (name === DEFAULT_SCORE) return defaultScore;
    if (name === AMOUNT) return amountMinor ?? NaN;
    const value = Object.hasOwn(contributions, name) ? contributions[name] : undefined;
    return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : NaN;
  });
}

/** Tells lists of features apart: a model is good for the list it was trained on alone (FNV-1a, 32 bits). */
export const FEATURES_FINGERPRINT = fingerprint(FEATURES.map(({ name, direction }) => `${name}:${direction}`).join());

function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
