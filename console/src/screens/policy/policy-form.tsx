import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { GuardsCard } from './guards-card.tsx';
import { ModeCard } from './mode-card.tsx';
import styles from './policy.module.css';
import { ProfileCard } from './profile-card.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { findThresholdFault, listChanges, settingsOf, type Policy, type Settings } from './settings.ts';
import { ThresholdsCard } from './thresholds-card.tsx';
import { useSavePolicy } from './use-save-policy.ts';

/** The policy as it is, and as an admin would have it. */
export function PolicyForm({ policy }: { policy: Policy }) {
  const saved = settingsOf(policy);
  const [draft, setDraft] = useState<Settings>();
  const [isAsking, setIsAsking] = useState(false);
  const settings = draft ?? saved;
  const changes = listChanges(saved, settings);
  const fault = findThresholdFault(settings.thresholds);
  const save = useSavePolicy(() => {
    setDraft(undefined);
    setIsAsking(false);
  });
  const change = (part: Partial<Settings>) => setDraft({ ...settings, ...part });
  const leaving = useBlocker({
    shouldBlockFn: () => changes.length > 0,
    enableBeforeUnload: changes.length > 0,
    withResolver: true,
  });

  return (
    <>
      {save.conflict && <ConflictNotice mine={settings} onDiscard={() => setDraft(undefined)} onDone={save.forget} />}
      <ThresholdsCard {...{ saved, settings, fault, change }} />
      <div className="columns">
        <ModeCard {...{ settings, change }} />
        <GuardsCard {...{ settings, change }} />
      </div>
      <ProfileCard {...{ settings, change }} model={policy.adaptiveModel} />
      <footer className={styles['save']}>
        <p className="muted small">
          Version {policy.version}, changed <Time at={policy.updatedAt} relative />
          {policy.updatedBy && ` by ${policy.updatedBy}`}
        </p>
        <div className="row">
          <Button disabled={changes.length === 0} onClick={() => setDraft(undefined)}>
            Discard
          </Button>
          <Button
            variant="primary"
            disabled={changes.length === 0 || fault !== undefined}
            onClick={() => setIsAsking(true)}
          >
            Save changes
          </Button>
        </div>
      </footer>
      <SaveDialog
        open={isAsking}
        changes={changes}
        busy={save.isPending}
        error={save.error}
        onClose={() => setIsAsking(false)}
        onConfirm={() => save.run({ ...settings, version: policy.version }, () => setIsAsking(false))}
      />
      <ConfirmDialog
        open={leaving.status === 'blocked'}
        title="Leave without saving?"
        description="Your changes to the policy are not saved."
        confirmLabel="Leave"
        danger
        onClose={() => leaving.reset?.()}
        onConfirm={() => leaving.proceed?.()}
      />
    </>
  );
}
