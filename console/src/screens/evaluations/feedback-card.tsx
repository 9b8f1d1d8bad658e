import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { usePermission } from '../../session/use-session.ts';
import { Card } from '../../ui/page.tsx';
import styles from './evaluation.module.css';
import { OUTCOME_WORDS, REPORTED_OUTCOMES } from './outcomes.ts';
import { useReportOutcome } from './use-report-outcome.ts';

/** What became of it, as far as is known, and the buttons that tell the engine. */
export function FeedbackCard({ evaluation }: { evaluation: Schemas['EvaluationDetail'] }) {
  const mayReport = usePermission('feedback:submit');
  const report = useReportOutcome(evaluation.id);
  const standing = evaluation.feedbackOutcome;
  return (
    <Card title="Outcome">
      <p className="muted small">
        {standing === 'dispute'
          ? 'A dispute was opened: a suspicion, until you say what it was.'
          : 'What became of it? The engine learns from it at once; the latest outcome counts.'}
      </p>
      <ul className={styles['outcomes']}>
        {REPORTED_OUTCOMES.map((outcome) => {
          const { label, meaning, tone } = OUTCOME_WORDS[outcome];
          return (
            <li key={outcome}>
              <button
                type="button"
                className={`${styles['outcome']} ${styles[tone]}`}
                aria-pressed={standing === outcome}
                disabled={!mayReport}
                onClick={() => standing !== outcome && report.mutate(outcome)}
              >
                <strong>{label}</strong>
                <span className="muted small">{meaning}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
