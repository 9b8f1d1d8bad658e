import { ErrorState } from '../../../ui/states.tsx';
import type { Views } from '../queries.ts';

/** Why there is no graph of now beside that of an assessment. */
export function MissingView({ views: { now, liveUserId } }: { views: Views }) {
  if (liveUserId === undefined) {
    return (
      <p className="notice small">
        There is no graph of now: it is asked for by the id of the user, which is personal data and masked here.
      </p>
    );
  }
  return now.isError && !now.data ? <ErrorState error={now.error} retry={() => void now.refetch()} /> : null;
}
