import type { Action, EntityType, EventType, PolicyMode, RiskLevel } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { HotConnection } from '../connect.ts';
import { RECORD_STATEMENTS } from './record-statements.ts';

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
  return insertRecords(connection, RECORD_STATEMENTS.assessments, companyId, records);
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
  return insertRecords(connection, RECORD_STATEMENTS.events, companyId, records);
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
