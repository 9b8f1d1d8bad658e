import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { EmptyState, ErrorState } from '../ui/states.tsx';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <main className="dead-end">
      <h1 className="visually-hidden">No such page</h1>
      <EmptyState title="There is no such page" action={<Link to="/">To the overview</Link>}>
        The address may be mistyped.
      </EmptyState>
    </main>
  );
}

/** A screen that failed to load or to draw. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  return (
    <main className="dead-end">
      <h1 className="visually-hidden">This page failed</h1>
      <ErrorState error={error} retry={reset} />
    </main>
  );
}
