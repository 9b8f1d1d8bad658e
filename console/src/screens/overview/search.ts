import type { SearchSchemaInput } from '@tanstack/react-router';

/** The range of the figures: days before now. */
export const RANGES = [1, 7, 30, 90] as const;
export interface OverviewSearch {
  days?: (typeof RANGES)[number];
}

export function readOverviewSearch({ days }: OverviewSearch & SearchSchemaInput): OverviewSearch {
  const range = RANGES.find((known) => known === Number(days));
  return range ? { days: range } : {};
}
