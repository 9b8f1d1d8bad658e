/**
 * Every closed list of words of the service, in one place: schemas, SQL checks, presenters and tests read them from here.
 *
 * Glossary
 * - assessment: one stored evaluation of a transaction or event: score, action, severity, reasons, contributions.
 * - indicator: a normalised and keyed-hashed trait a user shares with others (device, IP, e-mail, phone, payment method...).
 * - velocity: how much happened around a user or an indicator within a recent window of event time.
 * - peer: another user who shares at least one indicator with the user at hand.
 * - super-connector: an indicator with more than 500 users; it tells nothing about any one of them (spec section 2.14).
 * - evidence: a labelled outcome (feedback, chargeback, dispute) attached to the user and indicators of its assessment.
 * - degraded: a signal source that failed or was late and was left out of the score.
 */

export const ACTIONS = ['allow', 'review', 'block'] as const;
export type Action = (typeof ACTIONS)[number];

export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const POLICY_MODES = ['hybrid', 'advisory', 'shadow'] as const;
export type PolicyMode = (typeof POLICY_MODES)[number];

/** How a score is made: `default` the same for everybody, `adaptive` learned from the outcomes of the company. */
export const SCORING_PROFILES = ['default', 'adaptive'] as const;
export type ScoringProfile = (typeof SCORING_PROFILES)[number];

export const EVENT_TYPES = [
  'user_created',
  'login_event',
  'order_created',
  'order_canceled',
  'payment_failed',
  'payment_succeeded',
  'payment_captured',
  'refund_requested',
  'refund_completed',
  'dispute_opened',
  'chargeback_received',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const OUTCOMES = ['approved', 'rejected', 'chargeback', 'confirmed_fraud', 'false_positive'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What may stand as the outcome of an assessment: a dispute comes from an event only, and is a suspicion. */
export const STANDING_OUTCOMES = [...OUTCOMES, 'dispute'] as const;
export type StandingOutcome = (typeof STANDING_OUTCOMES)[number];

/** What a list of evaluations is sorted by. */
export const EVALUATION_SORTS = [
  'createdAt:desc',
  'createdAt:asc',
  'riskScore:desc',
  'riskScore:asc',
  'amountMinor:desc',
  'amountMinor:asc',
] as const;
export type EvaluationSort = (typeof EVALUATION_SORTS)[number];

export const ASSESSMENT_SOURCES = ['assess', 'ingest'] as const;
export type AssessmentSource = (typeof ASSESSMENT_SOURCES)[number];

export const ANALYTICS_INTERVALS = ['hour', 'day'] as const;
export type AnalyticsInterval = (typeof ANALYTICS_INTERVALS)[number];

/** Into how many parts of the same width the scores can be divided. */
export const SCORE_BUCKETS = [10, 20, 50, 100] as const;
export type ScoreBuckets = (typeof SCORE_BUCKETS)[number];

export const REVIEW_STATUSES = [
  'open',
  'in_review',
  'escalated',
  'confirmed_fraud',
  'false_positive',
  'closed',
  'resolved',
] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Where a review ends: it is never moved again (spec section 3.1). */
export const TERMINAL_REVIEW_STATUSES = [
  'confirmed_fraud',
  'false_positive',
  'closed',
  'resolved',
] as const satisfies readonly ReviewStatus[];

/** What the audit log records: changes of the configuration, as `object.verb` (contract section 5). */
export const AUDIT_ACTIONS = [
  'webhook_secret.regenerated',
  'policy.updated',
  'invitation.created',
  'invitation.revoked',
  'member.joined',
  'member.password_reset',
  'member.role_changed',
  'member.removed',
  'threat_subscription.created',
  'threat_subscription.deleted',
  'subscription.requested',
  'subscription.updated',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'expired'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Who takes the money; `sandbox` works offline and takes none (contract section 5). */
export const BILLING_PROVIDERS = ['stripe', 'razorpay', 'sandbox'] as const;
export type BillingProviderName = (typeof BILLING_PROVIDERS)[number];

/** How often a plan is paid for. */
export const BILLING_INTERVALS = ['month', 'year'] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** What velocity is counted around. `user` is the tenant's own user id; the others are indicators. */
export const ENTITY_TYPES = ['user', 'device', 'ip', 'email', 'phone', 'payment', 'card_bin', 'address'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** The indicator types of the graph (spec section 2.14); card BINs and places are nodes of their own kind. */
export const INDICATOR_TYPES = ['device', 'ip', 'email', 'phone', 'payment'] as const;
export type IndicatorType = (typeof INDICATOR_TYPES)[number];

/** Indicators that few strangers share: over these, peers of peers are looked at. */
export const PERSONAL_TYPES = ['device', 'email', 'payment', 'phone'] as const satisfies readonly EntityType[];

export const REASON_CATEGORIES = ['threat_intelligence', 'velocity', 'graph_topology', 'degraded_mode'] as const;
export type ReasonCategory = (typeof REASON_CATEGORIES)[number];

/** The twelve reason codes (spec section 2.4a) and the category of each. */
export const REASON_CODES = {
  GLOBAL_THREAT_INDICATOR: 'threat_intelligence',
  CONFIRMED_FRAUD_INDICATOR: 'threat_intelligence',
  HIGH_RISK_INDICATOR: 'threat_intelligence',
  VELOCITY_ZSCORE_SPIKE: 'velocity',
  VELOCITY_BURST: 'velocity',
  VELOCITY_AMOUNT_SPIKE: 'velocity',
  VELOCITY_FAILED_PAYMENTS: 'velocity',
  GRAPH_FRAUD_NEIGHBOR: 'graph_topology',
  GRAPH_FRAUD_SIMILARITY: 'graph_topology',
  GRAPH_SHARED_INDICATORS: 'graph_topology',
  DEGRADED_GRAPH_UNAVAILABLE: 'degraded_mode',
  DEGRADED_VELOCITY_UNAVAILABLE: 'degraded_mode',
} as const satisfies Record<string, ReasonCategory>;
export type ReasonCode = keyof typeof REASON_CODES;

export const ROLES = ['admin', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

const ANALYST_PERMISSIONS = [
  'events:assess',
  'events:view',
  'feedback:submit',
  'reviews:manage',
  'graph:view',
  'analytics:view',
] as const;
const ADMIN_ONLY_PERMISSIONS = [
  'policy:manage',
  'audit:view',
  'threat-intel:manage',
  'billing:manage',
  'members:manage',
  'webhook-secret:manage',
] as const;
export type Permission = (typeof ANALYST_PERMISSIONS)[number] | (typeof ADMIN_ONLY_PERMISSIONS)[number];

/** The permissions of each role (contract section 2). */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  admin: [...ANALYST_PERMISSIONS, ...ADMIN_ONLY_PERMISSIONS],
  analyst: ANALYST_PERMISSIONS,
};

/** What has become of an invitation to a company (contract section 2). */
export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export const PLAN_FEATURES = ['event_explorer', 'reviews', 'graph_explorer', 'audit_logs', 'threat_intel'] as const;
export type PlanFeature = (typeof PLAN_FEATURES)[number];

/** What outbound threat webhooks tell (contract section 5). */
export const THREAT_EVENT_TYPES = ['threat.indicator.created'] as const;
export type ThreatEventType = (typeof THREAT_EVENT_TYPES)[number];

/** The kind of a test message: sent on request only, so that nobody subscribes to it. */
export const THREAT_PING_TYPE = 'threat.ping';

/** `disabled`: the subscriber answered 410; nothing is sent to it any more. */
export const THREAT_SUBSCRIPTION_STATUSES = ['active', 'disabled'] as const;
export type ThreatSubscriptionStatus = (typeof THREAT_SUBSCRIPTION_STATUSES)[number];

/** `cancelled`: its subscription was disabled or deleted before it could be made. */
export const THREAT_DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type ThreatDeliveryStatus = (typeof THREAT_DELIVERY_STATUSES)[number];

/** What came of one attempt of a delivery. */
export const THREAT_ATTEMPT_RESULTS = ['delivered', 'failed'] as const;

/** What the diagnosis of a signed request looks at, in the order of the checks of ingestion (contract section 3). */
export const INGEST_CHECKS = [
  'headers',
  'timestamp',
  'nonce',
  'body',
  'secret',
  'signature',
  'subscription',
  'event',
] as const;
export type IngestCheck = (typeof INGEST_CHECKS)[number];

/** What plans limit: events of the ingest endpoint, counted in the UTC month of their receipt (contract section 5). */
export const USAGE_METRIC = 'fraud_events_ingested';

/** Label of the scoring engine sent with every assessment; the product release it belongs to (spec section 9). */
export const ENGINE_VERSION = '1.3.0';
