import type { IndicatorSnapshot } from '../../db/queries/record-assessment.ts';
import { extractEntities, type IdentityFields } from '../../engine/entities.ts';
import type { EntityType, EventType } from '../../engine/vocabulary.ts';
import { fingerprintOf, tenantKeyOf, userKeyOf, type HashKey, type KeyedHasher } from '../../platform/hashing.ts';

/** A transaction or event in the form both endpoints share. */
export interface AssessmentInput {
  transactionId: string;
  userId: string;
  amountMinor: number | null;
  currency: string | null;
  /** Event time in milliseconds since the Unix epoch. */
  occurredAt: number;
  kind: 'assess' | EventType;
  identity: IdentityFields;
  /** Tells payment methods apart where there is no fingerprint: card BIN and last four digits. */
  cardHint: string | null;
  cardBin: string | null;
  country: string | null;
  /** Kept with the assessment for analysts; already masked. */
  requestContext: object;
}

/** The input with every personal value replaced by its keyed hash. */
export interface HashedSubject {
  tenantKey: HashKey;
  snapshot: IndicatorSnapshot;
  /** Types and keys of the user and its indicators, the user first. */
  entities: { type: EntityType; key: HashKey }[];
  userFp: string;
  deviceFp: string | null;
  paymentFp: string | null;
  transactionFp: string;
}

/**
 * Hashes who and what the request names. Indicators hash alike in every tenant, so that global threats can be found;
 * users and transactions belong to their tenant.
 */
export function hashSubject(hasher: KeyedHasher, companyId: string, input: AssessmentInput): HashedSubject {
  const entities = extractEntities(input.identity).map(({ type, value }) => ({
    type,
    key: type === 'user' ? userKeyOf(hasher, companyId, value) : hasher.hash(type, value),
  }));
  const keyOf = (wanted: EntityType) => entities.find(({ type }) => type === wanted)?.key;
  const [user, ...indicators] = entities;
  const userKey = user?.key ?? '';
  const deviceKey = keyOf('device');
  const paymentKey = keyOf('payment') ?? (input.cardHint === null ? undefined : hasher.hash('card', input.cardHint));
  return {
    tenantKey: tenantKeyOf(hasher, companyId),
    snapshot: { userKey, indicators, cardBin: input.cardBin, country: input.country },
    entities,
    userFp: fingerprintOf(userKey),
    deviceFp: deviceKey === undefined ? null : fingerprintOf(deviceKey),
    paymentFp: paymentKey === undefined ? null : fingerprintOf(paymentKey),
    transactionFp: fingerprintOf(hasher.hash(`transaction:${companyId}`, input.transactionId)),
  };
}
