import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../../../clients/typescript/src/api-problem.ts';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { useToast } from '../../ui/toast.tsx';

const LONGEST_NOTE = 10_000;

/** Asks for a note and opens a review case with it. */
export function OpenReviewDialog({ assessmentId, onClose }: { assessmentId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [note, setNote] = useState('');
  const open = useMutation({
    mutationFn: () => {
      const analystNote = note.trim();
      return api.post('/reviews', { body: { assessmentId, ...(analystNote && { analystNote }) } });
    },
    onSuccess: () => {
      toast('The review is open and in the queue.');
      onClose();
    },
    onError: (error) => {
      // Somebody was quicker: the case that there is will be shown.
      if (error instanceof ApiProblem && error.statusCode === 409) onClose();
    },
    onSettled: () =>
      Promise.all(
        ['evaluations', 'reviews', 'analytics'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Open a review"
      description="You become its analyst; everybody who reviews sees it in the queue."
      confirmLabel="Open the review"
      busy={open.isPending}
      onConfirm={() => open.mutate()}
    >
      <TextAreaField
        label="Note (optional)"
        hint="What is odd, and what to look at first"
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={open.isError ? problemText(open.error) : undefined}
      />
    </ConfirmDialog>
  );
}
