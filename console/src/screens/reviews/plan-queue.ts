import type { ReviewStatus } from './search.ts';

/** Cases of one status (or of all), as one stretch of the queue. */
export interface Stretch {
  status?: ReviewStatus;
  /** The API lists the latest first; a queue is worked off from the other end. */
  oldestFirst: boolean;
}

/** What to ask the API for, and which of the cases it answers with belong on the page. */
export interface Part {
  stretch: Stretch;
  /** Pages of the API, from 1; none of them when the page shows nothing of the stretch. */
  apiPages: number[];
  /** Of the cases of these pages put together. */
  from: number;
  to: number;
}

/**
 * Cuts one page out of stretches laid end to end, of which the API knows only pages that begin with the latest case.
 *
 * @param totals how many cases each stretch has
 * @param page from 1
 */
export function planQueue(
  stretches: readonly Stretch[],
  totals: readonly number[],
  page: number,
  limit: number,
): Part[] {
  const first = (page - 1) * limit;
  let before = 0;
  return stretches.map((stretch, index) => {
    const total = totals[index] ?? 0;
    const start = clamp(first - before, total);
    const end = clamp(first + limit - before, total);
    before += total;
    return stretch.oldestFirst
      ? coverRange(stretch, total - end, total - start, limit)
      : coverRange(stretch, start, end, limit);
  });
}

function coverRange(stretch: Stretch, start: number, end: number, limit: number): Part {
  if (start >= end) return { stretch, apiPages: [], from: 0, to: 0 };
  const firstPage = Math.floor(start / limit);
  const lastPage = Math.floor((end - 1) / limit);
  const apiPages = Array.from({ length: lastPage - firstPage + 1 }, (_, offset) => firstPage + offset + 1);
  return { stretch, apiPages, from: start - firstPage * limit, to: end - firstPage * limit };
}

function clamp(position: number, total: number): number {
  return Math.min(Math.max(position, 0), total);
}
