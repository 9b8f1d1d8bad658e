import { reasonWords } from '../../../format/reason-words.ts';
import { ENTITIES, ENTITY_NAMES } from './contributions.ts';

/** What is counted around the user and around each indicator, by how its name ends. */
const ENTITY_SIGNALS: Readonly<Record<string, string>> = {
  Events1m: 'events in the last minute',
  Events1h: 'events in the last hour',
  Events24h: 'events in the last 24 hours',
  Events7d: 'events in the last 7 days',
  FailedMethods1h: 'payment methods that failed in the last hour',
  Payments24h: 'payment methods in the last 24 hours',
  Users24h: 'users in the last 24 hours',
  AmountPaid24h: 'paid in the last 24 hours, in minor units',
  Connections: 'users who share it',
  NewConnections24h: 'other users new to it in the last 24 hours',
  FraudRate: 'share of fraud expected, by outcomes',
  FraudWeight: 'weight of outcomes that were fraud',
  LegitimateWeight: 'weight of outcomes that were legitimate',
  RecentFraud: 'latest days with outcomes: fraud',
  RecentLegitimate: 'latest days with outcomes: legitimate',
  SinceFraudSeconds: 'seconds since the latest fraud',
  ConfirmedFraud: 'confirmed frauds',
  GlobalThreat: 'in the global threat database',
};

const OTHER_SIGNALS: Readonly<Record<string, string>> = {
  scoringProfile: 'Profile that made the score',
  evidenceScale: 'Scale of the evidence of the parts',
  contagionGuard: 'One hop from current fraud over a device, card, e-mail or phone that few share',
  graphScore: 'Graph part, 0 to 100',
  graphWeight: 'Weight of the graph part',
  velocityScore: 'Velocity part, 0 to 100',
  velocityWeight: 'Weight of the velocity part',
  indicatorScore: 'Indicator part, 0 to 100',
  indicatorWeight: 'Weight of the indicator part',
  countZScore: 'Events of the last hour against the user’s own rate, in standard deviations',
  amountZScore: 'Amount above the usual, in spreads',
  amountAboveUsual: 'Logarithm of the amount over the user’s median',
  amountAboveMost: 'Logarithm of the amount over the user’s largest',
  amountMinor: 'Amount, in minor units',
  deviceNovelty: 'How surprising the device is for this user, 0 to 1',
  sinceSignupSeconds: 'Seconds since the account was created',
  accountAgeSeconds: 'Seconds since the user was first seen',
  knnFraudSimilarity: 'Similarity to the nearest users with confirmed fraud, 0 to 1',
  confirmedFraudUser: 'The user itself is confirmed fraud',
  fraudNeighbors: 'Users with confirmed fraud one hop away',
  fraudWithinTwoHops: 'Users with confirmed fraud within two hops',
  pagerankScore: 'Centrality in the graph (PageRank); carries no score',
  betweennessScore: 'Bridge in the graph (betweenness); carries no score',
  graphFeatures: 'Whether centrality was computed in the background or estimated',
  defaultScore: 'Score of the default profile',
  adaptiveScore: 'Score of the adaptive profile',
  modelVersion: 'Version of the adaptive model',
  adaptiveLogOdds: 'Log-odds of fraud by the adaptive model',
};

const STRENGTH = 'strength.';
const ADAPTIVE = 'adaptive.';

/** What a contribution means; undefined for one that this console does not know yet. */
export function contributionWords(name: string): string | undefined {
  if (name.startsWith(STRENGTH)) return `Strength of “${reasonWords(name.slice(STRENGTH.length))}”, 0 to 1`;
  if (name.startsWith(ADAPTIVE)) {
    const words = contributionWords(name.slice(ADAPTIVE.length));
    return words && `In the adaptive model, log-odds of: ${words}`;
  }
  if (Object.hasOwn(OTHER_SIGNALS, name)) return OTHER_SIGNALS[name];
  for (const entity of ENTITY_NAMES) {
    const signal = name.startsWith(entity) ? name.slice(entity.length) : '';
    if (Object.hasOwn(ENTITY_SIGNALS, signal)) return `${capitalise(ENTITIES[entity])}: ${ENTITY_SIGNALS[signal]}`;
  }
  return undefined;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
