import { MODE_WORDS } from '../../format/policy-words.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { ChangeList } from './change-list.tsx';
import type { Settings } from './settings.ts';

interface SaveDialogProps {
  saved: Settings;
  draft: Settings;
  busy: boolean;
  error: Error | null | undefined;
  onSave: () => void;
  onClose: () => void;
}

/** The changes once more, before they count. */
export function SaveDialog({ saved, draft, busy, error, onSave, onClose }: SaveDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Save these changes?"
      description="They apply from the next assessment on, and are written to the audit log."
      confirmLabel="Save"
      busy={busy}
      onConfirm={onSave}
    >
      <ChangeList before={saved} after={draft} />
      {saved.policyMode !== draft.policyMode && (
        <p className="notice notice-warning">
          {MODE_WORDS[draft.policyMode].label} mode: {MODE_WORDS[draft.policyMode].meaning}
        </p>
      )}
      {error && (
        <p className="notice notice-bad" role="alert">
          {problemText(error)}
        </p>
      )}
    </ConfirmDialog>
  );
}
