import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './first-event.module.css';

interface StepProps {
  number: number;
  title: string;
  state: 'done' | 'current' | 'later';
  children: ReactNode;
}

export function Step({ number, title, state, children }: StepProps) {
  return (
    <li className={`card ${styles['step']}`} aria-current={state === 'current' ? 'step' : undefined}>
      <span className={styles[`number-${state}`]} aria-hidden>
        {state === 'done' ? <Check size={18} /> : number}
      </span>
      <div className="stack">
        <h3>
          {title}
          {state === 'done' && <span className="visually-hidden"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
