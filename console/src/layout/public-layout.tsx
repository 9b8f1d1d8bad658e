import { useEffect, type ReactNode } from 'react';
import styles from './public-layout.module.css';

/** The frame of what is seen before signing in. */
export function PublicLayout({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Fraud Risk Console`;
  }, [title]);
  return (
    <main className={styles['frame']}>
      <div className={styles['box']}>
        <p className="brand">
          <img src="/icon.svg" alt="" width={28} height={28} /> Fraud Risk
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
