import { Link } from '@tanstack/react-router';
import { PartyPopper } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import styles from './first-event.module.css';

/** What whoever waited for the first event sees when it has arrived. */
export function FirstEventNotice({ onClose }: { onClose: () => void }) {
  return (
    <div className={`notice ${styles['arrived']}`} role="status">
      <PartyPopper size={22} aria-hidden />
      <p>
        <strong>Your first event has arrived and is assessed.</strong>{' '}
        <Link to="/evaluations">See what the service made of it</Link>, or send more: each adds to what it knows.
      </p>
      <Button size="small" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
