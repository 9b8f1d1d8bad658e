import type { ReviewStatus } from './search.ts';

interface Row {
  id: string;
  status: ReviewStatus;
}

/** Where the open case stood in the list when it was opened. */
export interface Place extends Row {
  index: number;
}

/** @returns undefined when the list does not show the case */
export function findPlace(rows: readonly Row[], reviewId: string | undefined): Place | undefined {
  const index = rows.findIndex(({ id }) => id === reviewId);
  const row = rows[index];
  return row && { id: row.id, status: row.status, index };
}

/**
 * The case after or before the open one. A case that was moved has left its place, and its successor has taken that: so
 * an analyst who claims and closes one case after the other meets each of them.
 *
 * @returns undefined at the end of the list
 */
export function stepThrough<R extends Row>(rows: readonly R[], place: Place | undefined, by: 1 | -1): R | undefined {
  if (!place) return by === 1 ? rows[0] : rows.at(-1);
  const now = findPlace(rows, place.id);
  const hasLeft = now?.status !== place.status;
  if (!hasLeft) return rows[now.index + by];
  const next = by === 1 ? place.index : place.index - 1;
  const row = rows[next] ?? rows.at(-1);
  return row?.id === place.id ? undefined : row;
}
