import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { EmptyState, ErrorState } from '../ui/states.tsx';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <main className="dead-end">
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
      <ErrorState error={error} retry={reset} />
    </main>
  );
}
