import { ACTIONS, RISK_LEVELS, type EvaluationSort } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';
import type { EvaluationFilter } from './evaluation-counts.ts';
import { IN_RANGE, readSort } from './evaluation-parts.ts';

/** What a search looks at. */
type SearchedField = 'transaction' | 'user' | 'externalEvent';

/** SQL of the order of each index: a probe in order is one look into it, whatever the planner thinks of the table. */
const COLUMNS: Readonly<Record<SearchedField, string>> = {
  transaction: 'a.transaction_id',
  user: 'a.user_id',
  externalEvent: 'a.external_event_id',
};

/**
 * SQL that an assessment `a` matches by a field: each is a scan of an index that also holds what is filtered and sorted
 * by. No character of a search is a wildcard. The last one's index leaves out what the first one finds.
 */
const MATCHES: Readonly<Record<SearchedField, string>> = {
  transaction: 'a.transaction_id ^@ :search',
  user: 'a.user_id ^@ :search',
  externalEvent: 'a.external_event_id ^@ :search and a.external_event_id <> a.transaction_id',
};
const FIELDS = Object.keys(MATCHES) as SearchedField[];

/** The fields by which a company has any match: often one, and what matches by one field needs no comparing of ids. */
export async function findMatchingFields(
  connection: Connection,
  companyId: string,
  search: string,
): Promise<SearchedField[]> {
  const probes = FIELDS.map(
    (field) =>
      `(select true from assessments a where a.company_id = :companyId and ${MATCHES[field]}
        order by ${COLUMNS[field]} using ~<~ limit 1) as "${field}"`,
  );
  const { rows } = await connection.raw<{ rows: Record<SearchedField, true | null>[] }>(`select ${probes.join()}`, {
    companyId,
    search,
  });
  return FIELDS.filter((field) => rows[0]?.[field]);
}

/** Whether a filter asks for more than is kept in sums, so that what it lets through has to be read to be counted. */
export function mustBeRead({ search, reasonCode, minScore, maxScore }: EvaluationFilter): boolean {
  return [search, reasonCode, minScore, maxScore].some((filter) => filter !== undefined);
}

/** Values of the filters of `matchedSql`, beside those of `idRange`. */
export function bindingsOf({ search, action, riskLevel, reasonCode, minScore, maxScore }: EvaluationFilter) {
  const given = { search, reasonCode, minScore, maxScore };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    // All of them, so that an index that begins with them is of use.
    actions: action ? [action] : [...ACTIONS],
    riskLevels: riskLevel ? [riskLevel] : [...RISK_LEVELS],
  };
}

/**
 * SQL of a common table expression `matched`: the ids of what a filter lets through, each once, with what they are sorted
 * by; mostly read from indexes alone.
 *
 * @param fields by which there is a match of the search, if any is asked for
 */
export function matchedSql(
  fields: readonly SearchedField[],
  { reasonCode, minScore, maxScore, sort }: EvaluationFilter & { sort: EvaluationSort },
): string {
  const { column } = readSort(sort);
  const columns = column === 'a.id' ? 'a.id' : `a.id, ${column}`;
  const filters = [
    'a.company_id = :companyId',
    IN_RANGE,
    'a.action = any(:actions) and a.risk_level = any(:riskLevels)',
    // The index of those with reasons is for conditions that say it.
    ...(reasonCode ? [`a.reason_codes <> '{}' and :reasonCode = any(a.reason_codes)`] : []),
    ...(minScore === undefined ? [] : ['a.risk_score >= :minScore']),
    ...(maxScore === undefined ? [] : ['a.risk_score < :maxScore']),
  ].join(' and ');
  const conditions = fields.length > 0 ? fields.map((field) => `${filters} and ${MATCHES[field]}`) : [filters];
  const matches = conditions.map((condition) => `select ${columns} from assessments a where ${condition}`);
  // Reading an index twice, to count and to sort, costs less than keeping what was read.
  const kept = fields.length > 1 ? 'materialized' : 'not materialized';
  return `matched as ${kept} (${matches.join(' union ')})`;
}
