import type { EvaluationSort } from '../../engine/vocabulary.ts';
import { uuidv7Floor } from '../../platform/ids.ts';
import { LOWEST_ID } from './analytics-rollup.ts';
import type { CountedFilter } from './evaluation-counts.ts';

/** No id of ours is later. */
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type SortField = 'createdAt' | 'riskScore' | 'amountMinor';

/** The order of ids is that of creation. */
const COLUMNS: Readonly<Record<SortField, string>> = {
  createdAt: 'a.id',
  riskScore: 'a.risk_score',
  amountMinor: 'a.amount_minor',
};

export function readSort(sort: EvaluationSort): { column: string; direction: 'asc' | 'desc' } {
  const [field, direction] = sort.split(':') as [SortField, 'asc' | 'desc'];
  return { column: COLUMNS[field], direction };
}

/** SQL of an order of assessments `a`: those alike by id in the same direction, those without an amount last. */
export function sortSql(sort: EvaluationSort): string {
  const { column, direction } = readSort(sort);
  return column === 'a.id' ? `a.id ${direction}` : `${column} ${direction} nulls last, a.id ${direction}`;
}

/** SQL that an assessment `a` is of the range of time; its bindings come from `idRange`. */
export const IN_RANGE = 'a.id >= :fromId and a.id < :toId';

/** An id is the time of its creation: a range of time as one of ids. */
export function idRange({ from, to }: Pick<CountedFilter, 'from' | 'to'>): { fromId: string; toId: string } {
  return {
    fromId: from ? uuidv7Floor(Math.max(from.getTime(), 0)) : LOWEST_ID,
    toId: to ? uuidv7Floor(Math.max(to.getTime(), 0)) : HIGHEST_ID,
  };
}
