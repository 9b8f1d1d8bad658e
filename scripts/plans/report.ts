import type { Plan } from '../../db/models/plan.ts';
import { renderTable, type Column } from '../demo/table.ts';

const COLUMNS: Column<Plan>[] = [
  { title: 'code', align: 'left', cell: ({ code }) => code },
  { title: 'name', align: 'left', cell: ({ name }) => name },
  { title: 'price', align: 'right', cell: ({ priceMinor }) => String(priceMinor) },
  { title: 'per', align: 'left', cell: ({ currency, billingInterval }) => `${currency} ${billingInterval}` },
  { title: 'events a month', align: 'right', cell: ({ monthlyEventLimit }) => String(monthlyEventLimit ?? 'no limit') },
  { title: 'requests a minute', align: 'right', cell: ({ ingestRatePerMinute }) => String(ingestRatePerMinute) },
  { title: 'active', align: 'left', cell: ({ active }) => String(active) },
  { title: 'features', align: 'left', cell: ({ features }) => features.join(',') || 'none' },
];

/** A line per plan; prices in minor currency units. */
export function renderPlans(plans: readonly Plan[]): string[] {
  return renderTable(plans, COLUMNS);
}

const CHANGEABLE = COLUMNS.filter(({ title }) => !['code', 'name', 'per'].includes(title));

/** What a change did: a line per field that is different. */
export function renderChange(before: Plan, after: Plan): string[] {
  const lines = CHANGEABLE.flatMap(({ cell, title }) =>
    cell(before) === cell(after) ? [] : [`  ${title}: ${cell(before)} -> ${cell(after)}`],
  );
  return lines.length > 0
    ? [`${after.code}: changed, for the next request of every process`, ...lines]
    : [`${after.code}: nothing to change`];
}
