import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ChangeTable } from './change-table.tsx';
import type { Change } from './settings.ts';

interface SaveDialogProps {
  open: boolean;
  changes: readonly Change[];
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onConfirm: () => void;
}

/** Shows what would change before it does. */
export function SaveDialog({ changes, error, ...dialog }: SaveDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Save this policy?"
      description="It applies to the next assessment of your company, everywhere. The audit log keeps who changed what."
      confirmLabel="Save the policy"
    >
      <ChangeTable changes={changes} />
      <Failure error={error} />
    </ConfirmDialog>
  );
}
