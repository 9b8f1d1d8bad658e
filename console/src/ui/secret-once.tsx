import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-once.module.css';

interface SecretOnceProps {
  /** What it is: "The new signing secret". */
  title: string;
  secret: string;
  onStored: () => void;
}

/** A secret that the service shows only now. It stays until the person says that it is stored. */
export function SecretOnce({ title, secret, onStored }: SecretOnceProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={title} className={`notice notice-warning ${styles['box']}`}>
      <p>
        <strong>{title}.</strong> It is shown only now: store it where your systems keep their secrets. Nobody can read
        it here again.
      </p>
      <div className={styles['secret']}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </div>
      <div>
        <Button onClick={onStored}>I have stored it</Button>
      </div>
    </div>
  );
}
