import { useSearch } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { Async } from '../../ui/states.tsx';
import { CaseList } from './case-list.tsx';
import { CasePanel } from './case-panel.tsx';
import { useQueue } from './queries.ts';
import { QueueFilter } from './queue-filter.tsx';
import styles from './reviews.module.css';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useCaseSteps } from './use-case-steps.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** The queue of cases, and beside it the one that is open. */
export function ReviewsScreen() {
  const search = useSearch({ from: '/app/reviews' });
  const queue = useQueue(search);
  const { step, close } = useCaseSteps(queue.data?.rows ?? [], search.reviewId);
  const inList = (event: KeyboardEvent) => (event.target as Element).closest(`.${styles['list']}`) !== null;
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: (event) => inList(event) && step(1),
    ArrowUp: (event) => inList(event) && step(-1),
    Escape: () => (search.reviewId ? close() : false),
  });
  return (
    <Page
      title="Reviews"
      lead="Cases that wait for a person: claim one, look into it, give a verdict."
      actions={<ShortcutHelp />}
    >
      <QueueFilter search={search} totals={queue.data?.totals ?? {}} />
      <div className={styles['split']} data-open={Boolean(search.reviewId)}>
        <section className={`card ${styles['queue']}`} aria-label="Queue">
          <Async query={queue} lines={8}>
            {(data) => <CaseList queue={data} search={search} isOutdated={queue.isRefetchError} />}
          </Async>
        </section>
        {search.reviewId && (
          <CasePanel key={search.reviewId} reviewId={search.reviewId} onStep={step} onClose={close} />
        )}
      </div>
    </Page>
  );
}
