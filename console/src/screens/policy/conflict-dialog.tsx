import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { ChangeList } from './change-list.tsx';
import { settingsOf, type Policy, type Settings } from './settings.ts';
import type { PolicyConflict } from './use-save-policy.ts';

interface ConflictDialogProps {
  conflict: PolicyConflict;
  /** What both began with. */
  saved: Settings;
  draft: Settings;
  onTheirs: (theirs: Policy) => void;
  onMine: (theirs: Policy) => void;
  onClose: () => void;
}

/** Somebody else was quicker: nothing was saved, and the person decides how to go on. */
export function ConflictDialog({ conflict, saved, draft, onTheirs, onMine, onClose }: ConflictDialogProps) {
  const { theirs, changedBy } = conflict;
  return (
    <Dialog
      open
      onClose={onClose}
      title="The policy has changed meanwhile"
      description={
        <>
          {changedBy ?? 'Somebody'} changed it <Time at={theirs.updatedAt} relative />, while you were at it. Your
          changes are not saved.
        </>
      }
      actions={
        <>
          <Button onClick={() => onTheirs(theirs)}>Load theirs, drop mine</Button>
          <Button variant="primary" onClick={() => onMine(theirs)}>
            Apply mine to theirs
          </Button>
        </>
      }
    >
      <h3>They changed</h3>
      <ChangeList before={saved} after={settingsOf(theirs)} />
      <h3>You changed</h3>
      <ChangeList before={saved} after={draft} />
      <p className="muted small">
        Applied to theirs, your changes are kept as unsaved: you can look them over before you save.
      </p>
    </Dialog>
  );
}
