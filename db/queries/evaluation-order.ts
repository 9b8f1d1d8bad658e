import { ACTIONS, RISK_LEVELS, type Action, type EvaluationSort, type RiskLevel } from '../../engine/vocabulary.ts';
import type { VerdictCount } from './analytics.ts';
import type { CountedFilter } from './evaluation-counts.ts';
import { IN_RANGE, readSort, sortSql } from './evaluation-parts.ts';

/** An action with a risk level. */
type Verdict = Pick<VerdictCount, 'action' | 'riskLevel'>;

/**
 * How the pairs of action and risk level are read: `walked` along the index in the order that is wanted, until there are
 * enough for the page, `collected` as a whole and sorted.
 */
interface Steps {
  walked: readonly Verdict[];
  collected: readonly Verdict[];
}

/** So many of a pair are sorted sooner than they would be met while walking past all that are of other times. */
const COLLECTED_AT_MOST = 10_000;

/** All pairs that a filter lets through. */
export function verdictsOf({ action, riskLevel }: { action?: Action; riskLevel?: RiskLevel }): Verdict[] {
  const actions = action ? [action] : ACTIONS;
  const riskLevels = riskLevel ? [riskLevel] : RISK_LEVELS;
  return actions.flatMap((one) => riskLevels.map((level) => ({ action: one, riskLevel: level })));
}

/** Pairs that have none are left out: walking would meet all their assessments of other times and take none. */
export function toSteps(
  { from, to, sort }: CountedFilter & { sort: EvaluationSort },
  counts: readonly VerdictCount[],
): Steps {
  const isNarrowed = from !== undefined || to !== undefined;
  const isCollected = ({ count }: VerdictCount) =>
    isNarrowed && !sort.startsWith('createdAt') && count <= COLLECTED_AT_MOST;
  return { walked: counts.filter((one) => !isCollected(one)), collected: counts.filter(isCollected) };
}

interface PageOrder extends CountedFilter {
  sort: EvaluationSort;
  offset: number;
  limit: number;
}

/** SQL of the ids of one page, read from indexes alone; bindings beside those of `idRange` and `companyId`. */
export function pageIdsSql(
  { action, riskLevel, sort, offset, limit }: PageOrder,
  { walked, collected }: Steps,
): { sql: string; bindings: Record<string, unknown> } {
  const { column, direction } = readSort(sort);
  const isByTime = column === 'a.id';
  const parts =
    isByTime && !action && !riskLevel
      ? [`select a.id from assessments a where a.company_id = :companyId and ${IN_RANGE}`]
      : [
          ...walkOrders(column, direction).map(walkSql),
          ...(collected.length > 0 ? [collectSql(isByTime ? '' : `, ${column}`)] : []),
        ];
  return {
    sql: `select a.id from (${parts.join(' union all ')}) a order by ${sortSql(sort)} offset :offset limit :limit`,
    bindings: {
      offset,
      limit,
      end: offset + limit,
      actions: walked.map((one) => one.action),
      riskLevels: walked.map((one) => one.riskLevel),
      ...(collected.length > 0 && {
        collectedActions: collected.map((one) => one.action),
        collectedRiskLevels: collected.map((one) => one.riskLevel),
      }),
    },
  };
}

interface Walk {
  columns: string;
  condition: string;
  order: string;
}

/** An index backwards has those without an amount first, where they are wanted last: they are a walk of their own. */
function walkOrders(column: string, direction: string): Walk[] {
  if (column === 'a.id') return [{ columns: 'a.id', condition: '', order: `a.id ${direction}` }];
  const walk = { columns: `a.id, ${column}`, condition: '', order: `${column} ${direction}, a.id ${direction}` };
  if (column !== 'a.amount_minor' || direction === 'asc') return [walk];
  return [
    { ...walk, condition: `and ${column} is not null` },
    { ...walk, condition: `and ${column} is null`, order: `a.id ${direction}` },
  ];
}

/** No pair gives a page more than all of it: of each as many are read as there are up to the end of the page. */
const walkSql = ({ columns, condition, order }: Walk) => `
  select a.* from unnest(cast(:actions as text[]), cast(:riskLevels as text[])) as verdict (action, risk_level)
  cross join lateral (
    select ${columns} from assessments a
    where a.company_id = :companyId and a.action = verdict.action and a.risk_level = verdict.risk_level
      and ${IN_RANGE} ${condition}
    order by ${order} limit :end
  ) a`;

const collectSql = (keyColumn: string) => `
  select a.id${keyColumn}
  from unnest(cast(:collectedActions as text[]), cast(:collectedRiskLevels as text[])) as verdict (action, risk_level)
  join assessments a on a.company_id = :companyId and a.action = verdict.action and a.risk_level = verdict.risk_level
    and ${IN_RANGE}`;
