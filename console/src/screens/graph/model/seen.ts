import type { GraphIndex } from './graph-index.ts';

/** The graphs around one user that there are. */
export interface Seen {
  /** As it was at the assessment. */
  then: GraphIndex | undefined;
  now: GraphIndex | undefined;
  /** Both together; of a node in both, as it is now. */
  united: GraphIndex;
}

/** The graph that is shown: one of the two, or all that is in either. */
export function shownGraph({ then, now, united }: Seen, view: 'then' | 'now' | undefined): GraphIndex {
  return (view === 'then' ? then : view === 'now' ? now : undefined) ?? united;
}
