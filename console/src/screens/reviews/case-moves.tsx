import { useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { MovedMeanwhile, stepsOfOthers, type ReviewCase } from './conflict.ts';
import { MoveButtons } from './move-buttons.tsx';
import { MovedNotice } from './moved-notice.tsx';
import { NoteField, type NoteDraft } from './note-field.tsx';
import { isClosed, mayMove, STATUS_FACTS, STEPS, VERDICTS, type Move, type Verdict } from './statuses.ts';
import { useMove } from './use-move.ts';
import { useShortcuts, type Commands } from './use-shortcuts.ts';
import { VerdictDialog } from './verdict-dialog.tsx';

/** What can be done with a case, and what others have just done with it. */
export function CaseMoves({ review }: { review: ReviewCase }) {
  const myId = useSession()?.userId ?? '';
  const [seenSteps, setSeenSteps] = useState(review.history.length);
  const [draft, setDraft] = useState<NoteDraft>();
  const [verdict, setVerdict] = useState<Verdict>();
  const move = useMove();
  const steps = STEPS.filter(({ to }) => mayMove(review.status, to));
  const verdicts = VERDICTS.filter(({ to }) => mayMove(review.status, to));

  const make = ({ to }: Move) => {
    setVerdict(undefined);
    const note = draft && draft.text !== review.analystNote ? draft.text : undefined;
    // A move that is refused leaves the note as it was written.
    move.mutate({ seen: review, to, note }, { onSuccess: () => setDraft(undefined) });
  };
  useShortcuts(move.isPending ? {} : { ...commandsOf(steps, make), ...commandsOf(verdicts, setVerdict) });

  const note = { note: review.analystNote, draft, onChange: setDraft };
  return (
    <div className="stack">
      <MovedNotice
        steps={stepsOfOthers(review.history, seenSteps, myId)}
        refused={move.error instanceof MovedMeanwhile}
        onDismiss={() => {
          setSeenSteps(review.history.length);
          move.reset();
        }}
      />
      <p role="status" className="visually-hidden">
        {move.isSuccess && `Moved to ${STATUS_FACTS[review.status].label}`}
      </p>
      {!isClosed(review.status) && (
        <>
          <NoteField {...note} />
          <MoveButtons label="Take it on" moves={steps} busy={move.isPending} onMove={make} />
          <MoveButtons label="Give a verdict" moves={verdicts} busy={move.isPending} onMove={setVerdict} />
        </>
      )}
      {verdict && (
        <VerdictDialog verdict={verdict} onClose={() => setVerdict(undefined)} onConfirm={() => make(verdict)}>
          <NoteField {...note} autoFocus onSubmit={() => make(verdict)} />
        </VerdictDialog>
      )}
    </div>
  );
}

function commandsOf<M extends Move>(moves: readonly M[], make: (move: M) => void): Commands {
  return Object.fromEntries(moves.map((move) => [move.key, () => make(move)]));
}
