import type { EntityType } from './vocabulary.ts';

/** Velocity looks at no more than this many of an entity's latest events, so that a hot one costs the same as a new one. */
export const HISTORY_LIMIT = 100;

/**
 * How much the outcomes of one day count for each later day with outcomes of the same entity. Fraud comes in episodes: a
 * card, an account, a terminal is bad from one day to another, so what was known last says most about now; and outcomes
 * of one day often have one cause, so a day counts as its share of fraud, however many there were.
 */
export const RECENCY = 0.8;

/** What happened around one entity (the user or one indicator) up to the moment of the assessment, in event time. */
export interface EntityVelocity {
  /** Events in the last minute, hour, day and week; at most HISTORY_LIMIT each. */
  events1m: number;
  events1h: number;
  events24h: number;
  events7d: number;
  /** Seconds since the oldest of its latest HISTORY_LIMIT events; but for LASTING_TYPES, of those of a week. */
  spanSeconds: number;
  /**
   * The counts of a minute, 10 minutes and an hour without failed payments and the assessments that led to them: a customer whose card is declined tries again,
   * and the merchant's own outage must not make customers suspicious.
   */
  attempts1m: number;
  attempts10m: number;
  attempts1h: number;
  /** Distinct users and payment methods seen with it in the last day. */
  users24h: number;
  payments24h: number;
  /** Over how many distinct payment methods the failed payments of the last hour and day spread. */
  failedMethods1h: number;
  failedMethods24h: number;
  /** Sum of succeeded payments of the last day in minor units of the request's currency. */
  amountPaid24h: number;
}

/**
 * How amounts and events of an entity used to be: its latest HISTORY_LIMIT events before this one. A user's amounts of
 * the last hour are left out, so that a thief's first purchase does not make the second look usual.
 */
export interface Baseline {
  events: number;
  amounts: number;
  /** Median of ln(1 + amount in minor units), over other transactions in the same currency. */
  medianLogAmount: number;
  /**
   * How far the 84th percentile lies above that median: one standard deviation if amounts are lognormal. Unlike that, a few
   * stolen amounts among the honest ones hardly move it, nor does what the user spends on small things.
   */
  spreadLogAmount: number;
  /** ln(1 + the largest of these amounts). */
  mostLogAmount: number;
}

/** What is known of the user alone. */
export interface UserHistory extends Baseline {
  /** Distinct devices of these events, and how many of them were on the device of this request. */
  devices: number;
  eventsOnDevice: number;
  /** Seconds since the account was created, when that event is among them; null otherwise. */
  sinceSignupSeconds: number | null;
}

/** Where an entity stands in the graph. */
export interface EntityGraph {
  /** Users of the indicator, this one among them, at most about SUPER_CONNECTOR_LIMIT + 1. */
  connections: number;
  /** Other users who were first seen with it within the last day, at most SUPER_CONNECTOR_LIMIT + 1. */
  newConnections24h: number;
  /** Distinct other users with confirmed fraud among its latest outcomes. */
  fraudNeighbors: number;
  /** How current that is: their share of the outcomes of each day, weighted as in `recentFraud`. */
  fraudNeighborWeight: number;
}

/** What outcomes say about an entity. Weights decay with the time since the outcome was known. */
export interface EntityEvidence {
  fraudWeight: number;
  legitimateWeight: number;
  /** The same by days: each day with outcomes counts as its share, times RECENCY for each later such day. */
  recentFraud: number;
  recentLegitimate: number;
  /** Seconds since the latest event that turned out to be fraud; null without one. */
  sinceFraudSeconds: number | null;
  /** Assessments with it that were confirmed as fraud (the latest outcome counts), undecayed. */
  confirmedFraud: number;
  /**
   * Events older than a week, at most HISTORY_LIMIT; counted where there is fraud to weigh them against. Had one of them
   * been fraud, an outcome would most likely say so by now.
   */
  matureEvents: number;
  globalThreat: boolean;
}

export interface UserGraph {
  /** Seconds since the user was first seen; 0 for a new one. */
  accountAgeSeconds: number;
  /** The user itself is confirmed fraud: its outcomes say so more than they say the opposite. */
  confirmedFraud: boolean;
  /** Confirmed fraud within two hops over shared indicators (peers of peers), bounded. */
  fraudWithinTwoHops: number;
  /** Recomputed in the background, or null when missing or stale. */
  features: BackgroundFeatures | null;
}

export interface BackgroundFeatures {
  pagerank: number;
  betweenness: number;
  knnFraudSimilarity: number;
  /** Hops to the nearest confirmed fraud, null when none is connected. */
  fraudDistance: number | null;
  componentSize: number;
  componentFraudShare: number;
}

export interface EntitySignals<Signal> {
  type: EntityType;
  signal: Signal;
}

/** Each source is null when it failed or was late: it is left out of the score (degraded mode). */
export interface Signals {
  velocity: { entities: readonly EntitySignals<EntityVelocity>[]; user: UserHistory; tenant: Baseline } | null;
  graph: { entities: readonly EntitySignals<EntityGraph>[]; user: UserGraph } | null;
  indicators: { entities: readonly EntitySignals<EntityEvidence>[] } | null;
}

/** The transaction or event being assessed, as far as scoring looks at it. */
export interface Subject {
  /** In minor units of its currency; null for events without an amount. */
  amountMinor: number | null;
}
