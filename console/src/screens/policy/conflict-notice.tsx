import { useQuery } from '@tanstack/react-query';
import { policyQuery } from '../../api/policy-query.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeTable } from './change-table.tsx';
import { listChanges, settingsOf, type Settings } from './settings.ts';

interface ConflictNoticeProps {
  mine: Settings;
  onDiscard: () => void;
  onDone: () => void;
}

/** Somebody else saved the policy meanwhile: says who and what, and leaves the choice. */
export function ConflictNotice({ mine, onDiscard, onDone }: ConflictNoticeProps) {
  const theirs = useQuery(policyQuery()).data;
  if (!theirs) return null;
  return (
    <div className="notice notice-warning stack" role="alert">
      <p>
        <strong>{theirs.updatedBy ?? 'Somebody'} has changed the policy since you opened it.</strong> Nothing of yours
        is saved yet. This is how yours differs from theirs, version {theirs.version}:
      </p>
      <ChangeTable changes={listChanges(settingsOf(theirs), mine)} before="Theirs" after="Yours" />
      <div className="row">
        <Button
          onClick={() => {
            onDiscard();
            onDone();
          }}
        >
          Take theirs
        </Button>
        <Button variant="primary" onClick={onDone}>
          Keep mine, to save them over theirs
        </Button>
      </div>
    </div>
  );
}
