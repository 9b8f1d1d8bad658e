import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import type { Verdict } from './statuses.ts';

interface VerdictDialogProps {
  verdict: Verdict;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks before a case ends, and says what comes of it. */
export function VerdictDialog({ verdict, onClose, onConfirm, children }: VerdictDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`End this case as “${verdict.label.toLowerCase()}”?`}
      description={<p>{verdict.effect} A case that has ended is not opened again.</p>}
      confirmLabel={verdict.label}
      danger={verdict.to === 'confirmed_fraud'}
      onConfirm={onConfirm}
    >
      {children}
    </ConfirmDialog>
  );
}
