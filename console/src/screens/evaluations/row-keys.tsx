import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

/** Marks the link of a row that the keys go to: spread it into the link. */
export function rowLink(id: string) {
  return { 'data-row-link': id };
}

const LINKS = 'a[data-row-link]';
const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
/** The row that was opened last: whoever comes back goes on there. */
let openedLast: string | undefined;

/** Within it, j and k or the arrow keys go from row to row; Enter opens a row as any link. */
export function RowKeys({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (openedLast === undefined) return;
    ref.current?.querySelector<HTMLElement>(`a[data-row-link="${CSS.escape(openedLast)}"]`)?.focus();
    openedLast = undefined;
  }, []);

  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = STEPS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>(LINKS)];
    const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const next = links[current < 0 ? 0 : current + by];
    if (!next) return;
    next.focus();
    event.preventDefault();
  };
  const note = (target: EventTarget) => {
    const row = (target as Element).closest('tbody tr');
    openedLast = row?.querySelector<HTMLElement>(LINKS)?.dataset['rowLink'];
  };
  return (
    <div ref={ref} onKeyDown={step} onClick={(event) => note(event.target)}>
      {children}
    </div>
  );
}
