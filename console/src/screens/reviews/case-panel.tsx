import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Badge } from '../../ui/badges.tsx';
import { Async } from '../../ui/states.tsx';
import { CaseHistory } from './case-history.tsx';
import { CaseMoves } from './case-moves.tsx';
import { CaseSummary } from './case-summary.tsx';
import { useCase } from './queries.ts';
import styles from './reviews.module.css';
import { STATUS_FACTS } from './statuses.ts';

interface CasePanelProps {
  reviewId: string;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/** The open case: what it is about, who has it, and what can be done with it. */
export function CasePanel({ reviewId, onStep, onClose }: CasePanelProps) {
  const query = useCase(reviewId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Where there is room for one only, the case stands in place of the list, and takes the focus from it.
    const isListShown = document.querySelector(`.${styles['queue']}`)?.checkVisibility();
    if (!isListShown) heading.current?.focus();
  }, []);
  const status = query.data && STATUS_FACTS[query.data.status];
  return (
    <section className={`card ${styles['panel']}`} aria-labelledby="case-title">
      <header className="card-header">
        <h2 id="case-title" ref={heading} tabIndex={-1} className="row">
          Case <span className="mono">{reviewId.slice(-8)}</span>
          {status && <Badge tone={status.tone}>{status.label}</Badge>}
        </h2>
        <div className={styles['panel-buttons']}>
          <button
            className="icon-button"
            aria-label="Previous case"
            title="Previous case (k)"
            aria-keyshortcuts="k"
            onClick={() => onStep(-1)}
          >
            <ChevronLeft size={18} aria-hidden />
          </button>
          <button
            className="icon-button"
            aria-label="Next case"
            title="Next case (j)"
            aria-keyshortcuts="j"
            onClick={() => onStep(1)}
          >
            <ChevronRight size={18} aria-hidden />
          </button>
          <button
            className="icon-button"
            aria-label="Close the case view"
            title="Back to the list (Esc)"
            onClick={onClose}
          >
            <X size={18} aria-hidden />
          </button>
        </div>
      </header>
      <Async query={query} lines={6}>
        {(review) => (
          <>
            <CaseSummary review={review} />
            <CaseMoves review={review} />
            <CaseHistory history={review.history} />
          </>
        )}
      </Async>
    </section>
  );
}
