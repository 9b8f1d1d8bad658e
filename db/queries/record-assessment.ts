import type { Action, EntityType, EventType, PolicyMode, RiskLevel } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { HotConnection } from '../connect.ts';

/** A stored assessment, as it was answered. */
export interface AssessmentRecord {
  id: string;
  source: 'assess' | 'ingest';
  transactionId: string;
  userId: string;
  amountMinor: number | null;
  currency: string | null;
  occurredAt: Date;
  createdAt: Date;
  riskScore: number;
  action: Action;
  recommendedAction: Action;
  policyMode: PolicyMode;
  riskLevel: RiskLevel;
  reasonCodes: string[];
  featureContributions: Record<string, number | string | boolean>;
  engineVersion: string;
  latencyMs: number;
  indicators: IndicatorSnapshot;
  /** What was sent beside the scored fields, personal data masked. */
  requestContext: object;
}

/** The user and indicators of an assessment at its time: what the graph and later outcomes refer to. */
export interface IndicatorSnapshot {
  userKey: HashKey;
  indicators: { type: EntityType; key: HashKey }[];
  cardBin: string | null;
  country: string | null;
}

/** What the assessment adds to the history that later ones learn from. */
export interface ActivityRecord {
  kind: 'assess' | EventType;
  tenantKey: HashKey;
  userFp: string;
  deviceFp: string | null;
  paymentFp: string | null;
  transactionFp: string;
}

export interface EventRecord {
  id: string;
  idempotencyKey: string;
  externalEventId: string;
  eventSource: string;
  eventType: EventType;
  /** The event as it was received. */
  payload: object;
  /** The outcome the event itself reports (chargeback, dispute): one feedback for each assessment it concerns. */
  labels: { feedbackId: string; assessmentId: string; outcome: LabelOutcome }[];
}

/** What a label event says of earlier assessments; a dispute is only a suspicion (contract section 3). */
export type LabelOutcome = 'chargeback' | 'dispute';

/** Parameters $1 to $29 are the same for both statements; an event adds its own behind them. */
const INSERT_ASSESSMENT = `
assessment as (
  insert into assessments (company_id, id, source, event_id, event_type, external_event_id, transaction_id, user_id,
    amount_minor, currency, occurred_at, created_at, risk_score, action, recommended_action, policy_mode, risk_level,
    reason_codes, feature_contributions, engine_version, latency_ms, indicators, request_context)
  select $1::uuid, $2::uuid, $3, event.id, event.type, event.external_id, $4, $5, $6::bigint, $7, $8::timestamptz,
    $9::timestamptz, $10::float8, $11, $12, $13, $14, $15::text[], $16::json, $17, $18::float8, $19::jsonb, $20::jsonb
  from event
),
history as (
  insert into activity (company_id, entity_key, occurred_at, assessment_id, kind, amount_minor, currency, user_fp,
    device_fp, payment_fp, transaction_fp)
  select $1, entity_key, $8, $2, $21, $6, $7, $22::bigint, $23::bigint, $24::bigint, $25::bigint
  from event, unnest($26::uuid[]) as entity_key
),
known_user as (
  insert into risk_users (company_id, user_key, user_id, first_seen_at)
  select $1, $27::uuid, $5, $8 from event
  on conflict do nothing
),
edges as (
  insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at, recorded_at)
  select $1, indicator.key, $27, indicator.type, $8, $9
  from event, unnest($28::uuid[], $29::text[]) as indicator (key, type)
  on conflict do nothing
  returning 1
),
-- Only a new edge changes the graph: a user who comes back with what it always had leaves no work behind.
change as (
  insert into graph_changes (company_id, user_key, id, changed_at)
  select $1, $27, $2, $9 where exists (select 1 from edges)
  returning 1
)`;

const RECORD_ASSESSMENT = `
with event as (select null::uuid as id, null::text as type, null::text as external_id),
${INSERT_ASSESSMENT}
select true as stored, exists (select 1 from change) as "graphChanged"`;

/** Nothing is stored unless the idempotency key is new: every insert hangs on the row that claims it. */
const RECORD_EVENT = `
with event as (
  insert into event_keys (company_id, idempotency_key, event_id, assessment_id, received_at)
  values ($1, $31, $30, $2, $9)
  on conflict do nothing
  returning event_id as id, $33::text as type, $32::text as external_id
),
stored_event as (
  insert into events (company_id, id, assessment_id, idempotency_key, external_event_id, event_source, event_type,
    user_id, occurred_at, received_at, payload)
  select $1, event.id, $2, $31, $32, $34, $33, $5, $8, $9, $35::jsonb from event
),
labels as (
  insert into feedback (company_id, id, assessment_id, outcome, source, recorded_at)
  select $1, label.id, label.assessment_id, label.outcome, 'event', $9
  from event, unnest($36::uuid[], $37::uuid[], $38::text[]) as label (id, assessment_id, outcome)
),
${INSERT_ASSESSMENT}
select exists (select 1 from event) as stored, exists (select 1 from change) as "graphChanged"`;

/** What became of a record. */
export interface Recorded {
  /** False when the idempotency key of the event is taken: nothing was stored. */
  stored: boolean;
  /** The user was seen with an indicator for the first time: its graph features wait to be recomputed. */
  graphChanged: boolean;
}

/**
 * Stores an assessment with all it adds to history, in one statement: all of it or nothing, committed when it returns.
 */
export async function insertAssessment(
  connection: HotConnection,
  companyId: string,
  assessment: AssessmentRecord,
  activity: ActivityRecord,
): Promise<Recorded> {
  const { rows } = await connection.query<Recorded>({
    name: 'record-assessment',
    text: RECORD_ASSESSMENT,
    values: assessmentValues(companyId, assessment, activity),
  });
  return rows[0] ?? NOTHING_RECORDED;
}

const NOTHING_RECORDED: Recorded = { stored: false, graphChanged: false };

/**
 * Stores an event with its assessment in one statement, unless its idempotency key is taken. Waits for a concurrent
 * delivery of the same key that is not decided yet, at most LOCK_TIMEOUT_MS.
 *
 * @throws a lock time-out (55P03) when the other delivery stays undecided
 */
export async function insertEventWithAssessment(
  connection: HotConnection,
  companyId: string,
  event: EventRecord,
  assessment: AssessmentRecord,
  activity: ActivityRecord,
): Promise<Recorded> {
  const { rows } = await connection.query<Recorded>({
    name: 'record-event',
    text: RECORD_EVENT,
    values: [
      ...assessmentValues(companyId, assessment, activity),
      event.id,
      event.idempotencyKey,
      event.externalEventId,
      event.eventType,
      event.eventSource,
      JSON.stringify(event.payload),
      event.labels.map(({ feedbackId }) => feedbackId),
      event.labels.map(({ assessmentId }) => assessmentId),
      event.labels.map(({ outcome }) => outcome),
    ],
  });
  return rows[0] ?? NOTHING_RECORDED;
}

/** Types of entities that are edges of the graph; a card BIN is shared by too many to connect anyone. */
const EDGE_TYPES: ReadonlySet<EntityType> = new Set(['device', 'ip', 'email', 'phone', 'payment', 'address']);

function assessmentValues(companyId: string, assessment: AssessmentRecord, activity: ActivityRecord): unknown[] {
  const { userKey, indicators } = assessment.indicators;
  // In key order, so that two statements that add the same edges cannot wait for each other.
  const edges = indicators
    .filter(({ type }) => EDGE_TYPES.has(type))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  return [
    companyId,
    assessment.id,
    assessment.source,
    assessment.transactionId,
    assessment.userId,
    assessment.amountMinor,
    assessment.currency,
    assessment.occurredAt,
    assessment.createdAt,
    assessment.riskScore,
    assessment.action,
    assessment.recommendedAction,
    assessment.policyMode,
    assessment.riskLevel,
    assessment.reasonCodes,
    JSON.stringify(assessment.featureContributions),
    assessment.engineVersion,
    assessment.latencyMs,
    JSON.stringify(assessment.indicators),
    JSON.stringify(assessment.requestContext),
    activity.kind,
    activity.userFp,
    activity.deviceFp,
    activity.paymentFp,
    activity.transactionFp,
    [activity.tenantKey, userKey, ...indicators.map(({ key }) => key)],
    userKey,
    edges.map(({ key }) => key),
    edges.map(({ type }) => type),
  ];
}
