import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { formatScore } from '../../format/numbers.ts';
import { Card } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AdaptiveContributions } from './adaptive-contributions.tsx';
import { DefaultContributions } from './default-contributions.tsx';
import { readAdaptive } from './explain/adaptive-breakdown.ts';
import { numberOf } from './explain/contributions.ts';
import { PartTable } from './part-table.tsx';
import { ReasonList } from './reason-list.tsx';
import styles from './evaluation.module.css';

/** Why the score is what it is: the reasons in words, what each added, and the parts. */
export function WhyCard({ evaluation }: { evaluation: Schemas['EvaluationDetail'] }) {
  const { riskScore, featureContributions: contributions } = evaluation;
  const adaptive = readAdaptive(contributions);
  const defaultScore = numberOf(contributions, 'defaultScore') ?? riskScore;
  const otherScore = adaptive ? undefined : numberOf(contributions, 'adaptiveScore');
  return (
    <Card title={`Why ${formatScore(riskScore)}`}>
      {riskScore === 0 && !adaptive ? (
        <EmptyState title="Nothing spoke for fraud">No part of the score found anything unusual.</EmptyState>
      ) : (
        <>
          <ReasonList evaluation={evaluation} />
          {adaptive && <AdaptiveContributions adaptive={adaptive} defaultScore={defaultScore} />}
          {adaptive ? (
            <details className={styles['details']}>
              <summary>What the default profile says: {formatScore(defaultScore)}</summary>
              <div className="stack">
                <DefaultContributions evaluation={evaluation} score={defaultScore} />
                <PartTable contributions={contributions} score={defaultScore} />
              </div>
            </details>
          ) : (
            <>
              <DefaultContributions evaluation={evaluation} score={riskScore} />
              <PartTable contributions={contributions} score={riskScore} />
            </>
          )}
        </>
      )}
      {otherScore !== undefined && (
        <p className="muted small">
          The adaptive model, which does not decide here, would have said {formatScore(otherScore)}.
        </p>
      )}
    </Card>
  );
}
