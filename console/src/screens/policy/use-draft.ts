import { useState } from 'react';
import { listChanged, reapply, settingsOf, type Policy, type Settings } from './settings.ts';

/**
 * What the person has made of the policy so far. A newer policy is taken over by itself only while nothing was changed.
 *
 * @param current the policy as it was read last
 */
export function useDraft(current: Policy) {
  const [base, setBase] = useState(current);
  const [draft, setDraft] = useState(() => settingsOf(current));
  const saved = settingsOf(base);

  const adopt = (policy: Policy) => {
    setBase(policy);
    setDraft(settingsOf(policy));
  };
  const rebase = (theirs: Policy) => {
    setBase(theirs);
    setDraft(reapply(saved, draft, settingsOf(theirs)));
  };
  if (current.version > base.version && listChanged(saved, draft).length === 0) adopt(current);

  return {
    base,
    saved,
    draft,
    change: (changes: Partial<Settings>) => setDraft({ ...draft, ...changes }),
    /** Drops the changes and goes on with a policy. */
    adopt,
    /** Goes on with the policy of somebody else, with the changes made here on top. */
    rebase,
  };
}
