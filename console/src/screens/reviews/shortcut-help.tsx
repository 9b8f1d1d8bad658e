import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './reviews.module.css';
import { STEPS, VERDICTS } from './statuses.ts';
import { areShortcutsOn, switchShortcuts, useShortcuts } from './use-shortcuts.ts';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', '↓'], 'Next case (the arrows within the list)'],
  [['k', '↑'], 'Previous case'],
  [['Enter'], 'Open the case in focus'],
  [['Esc'], 'Back to the list'],
  ...STEPS.map(({ key, label }) => [[key], label] as const),
  ...VERDICTS.map(({ key, label }) => [[key], `${label} (asks first)`] as const),
  [['?'], 'These keys'],
];

/** The keys of the queue, and the way to switch them off. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(areShortcutsOn);
  useShortcuts({ '?': () => setOpen(true) });
  const toggle = () => {
    switchShortcuts(!isOn);
    setOn(!isOn);
  };
  return (
    <>
      <Button size="small" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        <Keyboard size={16} aria-hidden /> Keys
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keys of the queue">
        <dl className={styles['keys']}>
          {KEYS.map(([keys, does]) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key} className={styles['key']}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className="row">
          <input type="checkbox" checked={isOn} onChange={toggle} /> Keys are on (this device)
        </label>
        <p className="muted small">They do nothing while you write. Each of them has a button on the screen as well.</p>
      </Dialog>
    </>
  );
}
