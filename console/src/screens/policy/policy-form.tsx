import { useState } from 'react';
import { ConflictDialog } from './conflict-dialog.tsx';
import { GuardsCard } from './guards-card.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { ModeCard } from './mode-card.tsx';
import { PolicyFooter } from './policy-footer.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { ThresholdsCard } from './thresholds-card.tsx';
import { findThresholdFault, listChanged, type Policy } from './settings.ts';
import { useDraft } from './use-draft.ts';
import { useSavePolicy } from './use-save-policy.ts';

/** The policy, to change: nothing is saved before the changes were looked at. */
export function PolicyForm({ current }: { current: Policy }) {
  const { base, saved, draft, change, adopt, rebase } = useDraft(current);
  const [asking, setAsking] = useState(false);
  const changed = listChanged(saved, draft);
  const save = useSavePolicy({
    onSaved: (policy) => {
      setAsking(false);
      adopt(policy);
    },
    onConflict: () => setAsking(false),
  });
  const fault = findThresholdFault(draft);
  return (
    <>
      <ThresholdsCard saved={saved} draft={draft} fault={fault} onChange={change} />
      <div className="columns">
        <ModeCard mode={draft.policyMode} onChange={(policyMode) => change({ policyMode })} />
        <GuardsCard draft={draft} onChange={change} />
      </div>
      <ProfileCard
        profile={draft.scoringProfile}
        model={current.adaptiveModel}
        onChange={(scoringProfile) => change({ scoringProfile })}
      />
      <PolicyFooter policy={base} />
      {changed.length > 0 && (
        <SaveBar
          count={changed.length}
          fault={fault}
          onDiscard={() => adopt(base)}
          onSave={() => {
            save.reset();
            setAsking(true);
          }}
        />
      )}
      {asking && (
        <SaveDialog
          saved={saved}
          draft={draft}
          busy={save.isPending}
          error={save.conflict ? undefined : save.error}
          onSave={() => save.mutate({ saved, draft, version: base.version })}
          onClose={() => setAsking(false)}
        />
      )}
      {save.conflict && (
        <ConflictDialog
          conflict={save.conflict}
          saved={saved}
          draft={draft}
          onTheirs={(theirs) => {
            adopt(theirs);
            save.reset();
          }}
          onMine={(theirs) => {
            rebase(theirs);
            save.reset();
          }}
          onClose={save.reset}
        />
      )}
      <LeaveGuard isDirty={changed.length > 0} />
    </>
  );
}
