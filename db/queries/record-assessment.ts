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

/** An assessment that is to be stored, with what it adds to history. */
export interface AssessmentToRecord {
  assessment: AssessmentRecord;
  activity: ActivityRecord;
}

export interface EventToRecord extends AssessmentToRecord {
  event: EventRecord;
}

/** Parameters: $1 company, $2 the records as JSON (toRow). */
const RECORDS = `
record as (
  select * from json_to_recordset($2::json) as record (
    id uuid, source text, transaction_id text, user_id text, amount_minor bigint, currency text,
    occurred_at timestamptz, created_at timestamptz, risk_score float8, action text, recommended_action text,
    policy_mode text, risk_level text, reason_codes text[], feature_contributions json, engine_version text,
    latency_ms float8, indicators jsonb, request_context jsonb, kind text, user_fp bigint, device_fp bigint,
    payment_fp bigint, transaction_fp bigint, entity_keys uuid[], user_key uuid, edge_keys uuid[], edge_types text[],
    event_id uuid, idempotency_key text, external_event_id text, event_source text, event_type text, payload jsonb,
    label_ids uuid[], label_assessments uuid[], label_outcomes text[]
  )
)`;

/**
 * Everything that records add to the history of their entities, in the order of keys, so that two statements that add the
 * same rows cannot wait for each other. Expects what is to be stored in \`accepted\`.
 */
const INSERT_ASSESSMENTS = `
assessment as (
  insert into assessments (company_id, id, source, event_id, event_type, external_event_id, transaction_id, user_id,
    amount_minor, currency, occurred_at, created_at, risk_score, action, recommended_action, policy_mode, risk_level,
    reason_codes, feature_contributions, engine_version, latency_ms, indicators, request_context)
  select $1::uuid, id, source, event_id, event_type, external_event_id, transaction_id, user_id,
    amount_minor, currency, occurred_at, created_at, risk_score, action, recommended_action, policy_mode, risk_level,
    reason_codes, feature_contributions, engine_version, latency_ms, indicators, request_context
  from accepted
),
history as (
  insert into activity (company_id, entity_key, occurred_at, assessment_id, kind, amount_minor, currency, user_fp,
    device_fp, payment_fp, transaction_fp)
  select $1, entity_key, occurred_at, id, kind, amount_minor, currency, user_fp, device_fp, payment_fp, transaction_fp
  from accepted, unnest(entity_keys) as entity_key
),
known_user as (
  insert into risk_users (company_id, user_key, user_id, first_seen_at)
  select $1, user_key, user_id, occurred_at from accepted order by user_key, occurred_at
  on conflict do nothing
),
edges as (
  insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at, recorded_at)
  select $1, indicator.key, user_key, indicator.type, occurred_at, created_at
  from accepted, unnest(edge_keys, edge_types) as indicator (key, type)
  order by indicator.key, user_key, occurred_at
  on conflict do nothing
  returning user_key
),
-- Only a new edge changes the graph: a user who comes back with what it always had leaves no work behind.
change as (
  insert into graph_changes (company_id, user_key, id, changed_at)
  select $1, user_key, id, created_at from accepted where user_key in (select user_key from edges)
  returning id
)`;

const RECORD_ASSESSMENTS = `
with ${RECORDS},
accepted as (select * from record),
${INSERT_ASSESSMENTS}
select id, true as stored, id in (select id from change) as "graphChanged" from record`;

/** Nothing is stored of an event unless its idempotency key is new: every insert hangs on the row that claims it. */
const RECORD_EVENTS = `
with ${RECORDS},
claimed as (
  insert into event_keys (company_id, idempotency_key, event_id, assessment_id, received_at)
  select $1, idempotency_key, event_id, id, created_at from record order by idempotency_key
  on conflict do nothing
  returning event_id
),
accepted as (select * from record where event_id in (select event_id from claimed)),
stored_event as (
  insert into events (company_id, id, assessment_id, idempotency_key, external_event_id, event_source, event_type,
    user_id, occurred_at, received_at, payload)
  select $1, event_id, id, idempotency_key, external_event_id, event_source, event_type, user_id, occurred_at,
    created_at, payload
  from accepted
),
labels as (
  insert into feedback (company_id, id, assessment_id, outcome, source, recorded_at)
  select $1, label.id, label.assessment_id, label.outcome, 'event', created_at
  from accepted, unnest(label_ids, label_assessments, label_outcomes) as label (id, assessment_id, outcome)
),
${INSERT_ASSESSMENTS}
select id, id in (select id from accepted) as stored, id in (select id from change) as "graphChanged" from record`;

/** What became of a record. */
export interface Recorded {
  /** False when the idempotency key of the event is taken: nothing was stored. */
  stored: boolean;
  /** The user was seen with an indicator for the first time: its graph features wait to be recomputed. */
  graphChanged: boolean;
}

/**
 * Stores assessments with all they add to history, in one statement: all of it or nothing, committed when it returns.
 *
 * @returns what became of each, in their order
 */
export async function insertAssessments(
  connection: HotConnection,
  companyId: string,
  records: readonly AssessmentToRecord[],
): Promise<Recorded[]> {
  return insertRecords(connection, { name: 'record-assessments', text: RECORD_ASSESSMENTS }, companyId, records);
}

/**
 * Stores events with their assessments in one statement, but for those whose idempotency key is taken, by another of them
 * too. Waits for a concurrent delivery of the same key that is not decided yet, at most LOCK_TIMEOUT_MS.
 *
 * @returns what became of each, in their order
 * @throws a lock time-out (55P03) when another delivery stays undecided
 */
export async function insertEventsWithAssessments(
  connection: HotConnection,
  companyId: string,
  records: readonly EventToRecord[],
): Promise<Recorded[]> {
  return insertRecords(connection, { name: 'record-events', text: RECORD_EVENTS }, companyId, records);
}

async function insertRecords(
  connection: HotConnection,
  statement: { name: string; text: string },
  companyId: string,
  records: readonly (AssessmentToRecord & Partial<EventToRecord>)[],
): Promise<Recorded[]> {
  const { rows } = await connection.query<Recorded & { id: string }>({
    ...statement,
    values: [companyId, JSON.stringify(records.map(toRow))],
  });
  const found = new Map(rows.map(({ id, stored, graphChanged }) => [id, { stored, graphChanged }]));
  return records.map(({ assessment }) => found.get(assessment.id) ?? NOTHING_RECORDED);
}

const NOTHING_RECORDED: Recorded = { stored: false, graphChanged: false };

/** Types of entities that are edges of the graph; a card BIN is shared by too many to connect anyone. */
const EDGE_TYPES: ReadonlySet<EntityType> = new Set(['device', 'ip', 'email', 'phone', 'payment', 'address']);

function toRow({ assessment, activity, event }: AssessmentToRecord & Partial<EventToRecord>): object {
  const { userKey, indicators } = assessment.indicators;
  const edges = indicators.filter(({ type }) => EDGE_TYPES.has(type));
  return {
    id: assessment.id,
    source: assessment.source,
    transaction_id: assessment.transactionId,
    user_id: assessment.userId,
    amount_minor: assessment.amountMinor,
    currency: assessment.currency,
    occurred_at: assessment.occurredAt,
    created_at: assessment.createdAt,
    risk_score: assessment.riskScore,
    action: assessment.action,
    recommended_action: assessment.recommendedAction,
    policy_mode: assessment.policyMode,
    risk_level: assessment.riskLevel,
    reason_codes: assessment.reasonCodes,
    feature_contributions: assessment.featureContributions,
    engine_version: assessment.engineVersion,
    latency_ms: assessment.latencyMs,
    indicators: assessment.indicators,
    request_context: assessment.requestContext,
    kind: activity.kind,
    user_fp: activity.userFp,
    device_fp: activity.deviceFp,
    payment_fp: activity.paymentFp,
    transaction_fp: activity.transactionFp,
    entity_keys: [activity.tenantKey, userKey, ...indicators.map(({ key }) => key)],
    user_key: userKey,
    edge_keys: edges.map(({ key }) => key),
    edge_types: edges.map(({ type }) => type),
    ...(event && {
      event_id: event.id,
      idempotency_key: event.idempotencyKey,
      external_event_id: event.externalEventId,
      event_source: event.eventSource,
      event_type: event.eventType,
      payload: event.payload,
      label_ids: event.labels.map(({ feedbackId }) => feedbackId),
      label_assessments: event.labels.map(({ assessmentId }) => assessmentId),
      label_outcomes: event.labels.map(({ outcome }) => outcome),
    }),
  };
}
