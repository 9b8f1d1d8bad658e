import { INDICATOR_TYPES, type IndicatorType } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { Connection } from '../connect.ts';
import type { AssessmentRecord, IndicatorSnapshot } from './record-assessment.ts';

/** What is kept of a moment: nothing that came later changes any of it. */
export type AssessedMoment = Pick<
  AssessmentRecord,
  'userId' | 'occurredAt' | 'createdAt' | 'featureContributions' | 'indicators'
>;

/** The user of an assessment with its indicators and contributions, as they were stored with it. */
export async function findAssessedMoment(
  connection: Connection,
  companyId: string,
  assessmentId: string,
): Promise<AssessedMoment | undefined> {
  const { rows } = await connection.raw<{ rows: AssessedMoment[] }>(
    `select user_id as "userId", occurred_at as "occurredAt", created_at as "createdAt",
       feature_contributions as "featureContributions", indicators
     from assessments where company_id = :companyId and id = :assessmentId`,
    { companyId, assessmentId },
  );
  return rows[0];
}

export async function hasRiskUser(connection: Connection, companyId: string, userKey: HashKey): Promise<boolean> {
  const { rows } = await connection.raw<{ rows: object[] }>(
    'select 1 from risk_users where company_id = :companyId and user_key = :userKey',
    { companyId, userKey },
  );
  return rows.length > 0;
}

/** Of each type, so many of a user's indicators are looked at, and the newest of those are explored. */
const INDICATORS_SCANNED = 100;
const INDICATORS_PER_TYPE = 20;

/** Indicators a user is seen with today, by type, then key. Known crowds are left out before the newest are chosen. */
export async function listCurrentIndicators(
  connection: Connection,
  companyId: string,
  userKey: HashKey,
): Promise<{ key: HashKey; type: IndicatorType }[]> {
  const { rows } = await connection.raw<{ rows: { key: HashKey; type: IndicatorType }[] }>(
    `select theirs.indicator_key as key, kind.type
     from unnest('{${INDICATOR_TYPES.join()}}'::text[]) with ordinality as kind (type, rank)
     cross join lateral (
       select indicator_key
       from (
         select indicator_key, first_seen_at from user_indicators
         where company_id = :companyId and user_key = :userKey and indicator_type = kind.type
         order by indicator_key limit ${INDICATORS_SCANNED}
       ) scanned
       where not exists (select 1 from super_connectors
         where company_id = :companyId and indicator_key = scanned.indicator_key)
       order by first_seen_at desc, indicator_key limit ${INDICATORS_PER_TYPE}
     ) theirs
     order by kind.rank, theirs.indicator_key`,
    { companyId, userKey },
  );
  return rows;
}

/** So many of a user's latest assessments say which cards and countries it is seen with today. */
const ASSESSMENTS_LOOKED_AT = 20;

/** Card BINs and countries of a user's latest assessments, as they were sent; the latest by event time first. */
export async function listCurrentContexts(
  connection: Connection,
  companyId: string,
  userKey: HashKey,
): Promise<Pick<IndicatorSnapshot, 'cardBin' | 'country'>[]> {
  const { rows } = await connection.raw<{ rows: Pick<IndicatorSnapshot, 'cardBin' | 'country'>[] }>(
    `select indicators ->> 'cardBin' as "cardBin", indicators ->> 'country' as country
     from (
       select assessment_id, occurred_at from activity where company_id = :companyId and entity_key = :userKey
       order by occurred_at desc, assessment_id desc limit ${ASSESSMENTS_LOOKED_AT}
     ) latest
     join assessments on assessments.company_id = :companyId and assessments.id = latest.assessment_id
     order by latest.occurred_at desc, latest.assessment_id desc`,
    { companyId, userKey },
  );
  return rows;
}
