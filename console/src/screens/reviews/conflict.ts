import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import type { ReviewStatus } from './search.ts';

export type ReviewCase = Schemas['ReviewDetails'];
export type HistoryStep = ReviewCase['history'][number];

/** Somebody else has moved the case since it was looked at: the move that was wanted was not made. */
export class MovedMeanwhile extends Error {
  override readonly name = 'MovedMeanwhile';
  readonly latest: ReviewCase;

  constructor(latest: ReviewCase) {
    super(`The case was moved to ${latest.status} meanwhile`);
    this.latest = latest;
  }
}

/** Who works on the case, or ended it: whoever moved it last. Nobody has a case that is just open. */
export function holderOf({ status, history }: Pick<ReviewCase, 'status' | 'history'>): HistoryStep | undefined {
  return status === 'open' ? undefined : history.at(-1);
}

/** Steps of others that were taken after the first `seen` ones. */
export function stepsOfOthers(history: readonly HistoryStep[], seen: number, myId: string): HistoryStep[] {
  return history.slice(seen).filter(({ actorId }) => actorId !== myId);
}

/** The case as it will be once a move is made. */
export function applyMove(
  before: ReviewCase,
  { to, note, me, at }: { to: ReviewStatus; note?: string | undefined; me: { id: string; email: string }; at: string },
): ReviewCase {
  const step = { from: before.status, to, actorId: me.id, actorEmail: me.email, at };
  return {
    ...before,
    status: to,
    updatedAt: at,
    analystNote: note ?? before.analystNote,
    history: [...before.history, step],
  };
}
