import type { Action, ReasonCode, RiskLevel } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';
import { countByVerdict, type VerdictCount } from './analytics.ts';

const HOUR_MS = 60 * 60 * 1000;
/** After everything that is stored. */
const FAR_AWAY = new Date('9999-12-31T23:59:59.999Z');

/** Which evaluations of a company by what is kept in sums; what is left out does not narrow them. */
export interface CountedFilter {
  action?: Action | undefined;
  riskLevel?: RiskLevel | undefined;
  from?: Date | undefined;
  /** Not in the range. */
  to?: Date | undefined;
}

/** Which evaluations of a company. */
export interface EvaluationFilter extends CountedFilter {
  reasonCode?: ReasonCode | undefined;
  /** Scores from 0 to 100. */
  minScore?: number | undefined;
  /** Not in the range. */
  maxScore?: number | undefined;
  /** How the transaction id, the user id or the external event id starts. */
  search?: string | undefined;
}

/**
 * How many evaluations there are of each action and risk level that a filter lets through, exact at the time of the
 * second of its two statements. From the sums of days and hours, so a million cost what a thousand do.
 */
export async function countEvaluations(
  connection: Connection,
  companyId: string,
  { action, riskLevel, from, to = FAR_AWAY }: CountedFilter,
): Promise<VerdictCount[]> {
  const oldest = await findOldest(connection, companyId);
  if (!oldest) return [];
  // The sums outlive what they count: retention lets go of whole months of assessments.
  const firstHour = new Date(Math.floor(oldest.getTime() / HOUR_MS) * HOUR_MS);
  const range = { from: from && from > firstHour ? from : firstHour, to };
  if (range.from >= range.to) return [];
  const counts = await countByVerdict(connection, companyId, range);
  return counts.filter(
    (verdict) =>
      (action === undefined || verdict.action === action) &&
      (riskLevel === undefined || verdict.riskLevel === riskLevel),
  );
}

async function findOldest(connection: Connection, companyId: string): Promise<Date | undefined> {
  const row = await connection('assessments')
    .select<{ created_at: Date }[]>('created_at')
    .where({ company_id: companyId })
    .orderBy('id')
    .first();
  return row?.created_at;
}
