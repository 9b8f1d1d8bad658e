import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermission } from '../../../session/use-session.ts';
import { secretStatusQuery } from './secret-status-query.ts';
import { SendStep } from './send-step.tsx';
import { SigningSecretStep } from './signing-secret-step.tsx';
import { Step } from './step.tsx';
import styles from './first-event.module.css';

/**
 * What stands on the overview of a company without any assessment: the way to the first. It goes on by itself: the
 * overview asks for assessments while this is shown.
 */
export function FirstEventGuide() {
  const isAdmin = usePermission('webhook-secret:manage');
  const { data: status } = useQuery({ ...secretStatusQuery(), enabled: isAdmin });
  const [secret, setSecret] = useState<string>();
  const hasSecret = secret !== undefined || status?.configured === true;
  return (
    <section className={styles['guide']} aria-label="Your first event">
      <h2 className={styles['heading']}>See your first event assessed</h2>
      <p className="muted">
        Nothing has been assessed yet. Three steps, about five minutes: then this page shows what the service finds.
      </p>
      <ol className={styles['steps']}>
        <Step number={1} title="Get the signing secret" state={hasSecret ? 'done' : 'current'}>
          <SigningSecretStep status={status} secret={secret} onSecret={setSecret} />
        </Step>
        <Step number={2} title="Send a signed event" state={hasSecret || !isAdmin ? 'current' : 'later'}>
          <SendStep secret={secret} />
        </Step>
        <Step number={3} title="See it here" state={hasSecret || !isAdmin ? 'current' : 'later'}>
          <p role="status">
            <span className={styles['pulse']} aria-hidden /> Waiting for the first event. This page goes on by itself as
            soon as it has arrived.
          </p>
        </Step>
      </ol>
    </section>
  );
}
