import { Check, Copy, X } from 'lucide-react';
import { useState } from 'react';

const SHOWN_MS = 1500;

type Outcome = 'copied' | 'failed';
const OUTCOMES = {
  copied: { says: 'Copied', Icon: Check },
  failed: { says: 'The browser did not let it be copied: select it', Icon: X },
} as const;

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const copy = async () => {
    setOutcome((await writeClipboard(text)) ? 'copied' : 'failed');
    setTimeout(() => setOutcome(undefined), SHOWN_MS);
  };
  const { says, Icon } = outcome ? OUTCOMES[outcome] : { says: label, Icon: Copy };
  return (
    <button type="button" className="icon-button" aria-label={says} title={says} onClick={() => void copy()}>
      <Icon size={15} aria-hidden />
    </button>
  );
}

/** Fails where a person forbids it, and on pages that did not come over https. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Lines to copy into a terminal or an editor. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="code-block">
      <pre tabIndex={0} aria-label={label}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={`Copy: ${label}`} />
    </div>
  );
}
