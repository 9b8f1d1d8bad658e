import type { Knex } from 'knex';
import { INDICATOR_TYPES, type EntityType } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';

/** An assessment whose outcome is known, as far as threats are concerned. */
export interface ThreatReport {
  assessmentId: string;
  transactionId: string;
  /** The entities of the assessment, in key order. */
  entities: readonly { type: EntityType; key: HashKey }[];
  confirmedFraud: boolean;
}

const GLOBAL_TYPES: readonly EntityType[] = INDICATOR_TYPES;

/** Confirmed in two companies, or in three transactions of one (contract section 5). */
const COMPANIES_FOR_GLOBAL = 2;
const REPORTS_FOR_GLOBAL = 3;
/** An indicator with more users than this in the reporting company is a crowd's, not a fraudster's. */
const GLOBAL_CONNECTIONS_LIMIT = 50;

/**
 * Reports confirmed fraud on the assessment's indicators, or takes the report back, and re-decides their global marks.
 *
 * @returns how many of them became global threats; each has a threat event that waits to be dispatched
 */
export async function reportThreats(
  transaction: Knex.Transaction,
  companyId: string,
  { assessmentId, transactionId, entities, confirmedFraud }: ThreatReport,
  now: Date,
): Promise<number> {
  const indicators = entities.filter(({ type }) => GLOBAL_TYPES.includes(type));
  const keys = indicators.map(({ key }) => key);
  if (confirmedFraud) {
    await lockIndicators(transaction, keys);
    await transaction.raw(
      `insert into threat_reports (indicator_key, company_id, assessment_id, transaction_id, reported_at)
       select key, :companyId, :assessmentId, :transactionId, :now from unnest(cast(:keys as uuid[])) as key
       where (select count(*) from (select 1 from user_indicators where company_id = :companyId and indicator_key = key
         limit ${GLOBAL_CONNECTIONS_LIMIT + 1}) edges) <= ${GLOBAL_CONNECTIONS_LIMIT}
       on conflict do nothing`,
      { companyId, assessmentId, transactionId, now, keys },
    );
  } else {
    const reports = transaction('threat_reports')
      .where({ company_id: companyId, assessment_id: assessmentId })
      .whereIn('indicator_key', keys);
    if ((await reports.clone().select('indicator_key')).length === 0) return 0;
    await lockIndicators(transaction, keys);
    await reports.delete();
  }
  return decideGlobalThreats(transaction, indicators, now);
}

/** Two companies may report one indicator at once: the second must see the report of the first. Keys are in order. */
async function lockIndicators(transaction: Knex.Transaction, keys: HashKey[]): Promise<void> {
  await transaction.raw(
    'select pg_advisory_xact_lock(hashtextextended(key::text, 2)) from unnest(cast(? as uuid[])) as key',
    [keys],
  );
}

async function decideGlobalThreats(
  transaction: Knex.Transaction,
  indicators: readonly { type: EntityType; key: HashKey }[],
  now: Date,
): Promise<number> {
  const { rows } = await transaction.raw<{ rows: { created: number }[] }>(
    `with counted as (
       select indicator_key, company_id, count(distinct transaction_id) as reports from threat_reports
       where indicator_key = any (cast(:keys as uuid[])) group by indicator_key, company_id
     ),
     decided as (
       select indicator.key, indicator.type, indicator.event_id,
         1 - 1.0 / (1 + count(company_id) + coalesce(max(reports), 0)) as confidence,
         count(company_id) >= ${COMPANIES_FOR_GLOBAL} or coalesce(max(reports), 0) >= ${REPORTS_FOR_GLOBAL} as is_global,
         exists (select 1 from global_threats where indicator_key = indicator.key) as was_global
       from unnest(cast(:keys as uuid[]), cast(:types as text[]), cast(:eventIds as uuid[])) as indicator (key, type, event_id)
       left join counted on counted.indicator_key = indicator.key
       group by indicator.key, indicator.type, indicator.event_id
     ),
     removed as (
       delete from global_threats using decided
       where global_threats.indicator_key = decided.key and not decided.is_global
     ),
     updated as (
       insert into global_threats (indicator_key, indicator_type, confidence, first_seen_at)
       select key, type, confidence, :now from decided where is_global order by key
       on conflict (indicator_key) do update set confidence = excluded.confidence
     ),
     created as (
       insert into threat_events (id, indicator_key, indicator_type, confidence, first_seen_at, created_at)
       select event_id, key, type, confidence, :now, :now from decided where is_global and not was_global
       returning 1
     )
     select cast(count(*) as int) as created from created`,
    {
      keys: indicators.map(({ key }) => key),
      types: indicators.map(({ type }) => type),
      eventIds: indicators.map(() => uuidv7(now.getTime())),
      now,
    },
  );
  return rows[0]?.created ?? 0;
}
