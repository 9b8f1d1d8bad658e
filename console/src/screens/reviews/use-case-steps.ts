import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Review } from './load-queue.ts';
import { findPlace, stepThrough, type Place } from './step-through.ts';

/** Marks the link of a case in the list. */
export const ROW_ATTRIBUTE = 'data-review-id';

/** Ways from case to case: with one open, its neighbour opens; with none, the focus goes to it. */
export function useCaseSteps(rows: readonly Review[], openId: string | undefined) {
  const navigate = useNavigate({ from: '/reviews' });
  const place = useRef<Place>(undefined);
  const notePlace = useEffectEvent((id: string | undefined) => {
    place.current = findPlace(rows, id);
  });
  const isListed = rows.length > 0;
  useEffect(() => notePlace(openId), [openId, isListed]);

  const step = (by: 1 | -1) => {
    const next = stepThrough(rows, openId ? place.current : findPlace(rows, focusedRow()), by);
    if (!next) return;
    focusRow(next.id);
    if (openId)
      void navigate({ search: (before) => ({ ...before, reviewId: next.id }), replace: true, resetScroll: false });
  };
  const close = () => {
    const toList = navigate({
      search: ({ status, page }) => ({ ...(status && { status }), ...(page && { page }) }),
      resetScroll: false,
    });
    void toList.then(() => openId && focusRow(openId));
  };
  return { step, close };
}

function focusedRow(): string | undefined {
  return document.activeElement?.getAttribute(ROW_ATTRIBUTE) ?? undefined;
}

/** The link of a case; of any case, when that one is not in the list. */
function focusRow(reviewId: string): void {
  const row = document.querySelector<HTMLElement>(`[${ROW_ATTRIBUTE}="${CSS.escape(reviewId)}"]`);
  (row ?? document.querySelector<HTMLElement>(`[${ROW_ATTRIBUTE}]`))?.focus();
}
