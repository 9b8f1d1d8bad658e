import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { Page } from '../../ui/page.tsx';
import { Async } from '../../ui/states.tsx';
import styles from './evaluation.module.css';
import { EvaluationHeadline } from './evaluation-headline.tsx';
import { FeedbackCard } from './feedback-card.tsx';
import { GraphLinks } from './graph-links.tsx';
import { IndicatorTable } from './indicator-table.tsx';
import { evaluationQuery } from './queries.ts';
import { RawContributions } from './raw-contributions.tsx';
import { RequestContext } from './request-context.tsx';
import { ReviewCard } from './review-card.tsx';
import { UserHistory } from './user-history.tsx';
import { WhyCard } from './why-card.tsx';

const route = getRouteApi('/app/evaluations/$evaluationId');

/** One evaluation: what was decided and why, what else is known, and what a person can do about it. */
export function EvaluationScreen() {
  const { evaluationId } = route.useParams();
  const evaluation = useQuery(evaluationQuery(evaluationId));
  return (
    <Page
      title={evaluation.data ? `Evaluation of ${evaluation.data.transactionId}` : 'Evaluation'}
      actions={<Link to="/evaluations">All evaluations</Link>}
    >
      <Async query={evaluation} lines={12}>
        {(found) => <Evaluation key={found.id} evaluation={found} />}
      </Async>
    </Page>
  );
}

function Evaluation({ evaluation }: { evaluation: Schemas['EvaluationDetail'] }) {
  return (
    <>
      <EvaluationHeadline evaluation={evaluation} />
      <div className={styles['columns']}>
        <WhyCard evaluation={evaluation} />
        <div className={`stack ${styles['side']}`}>
          <FeedbackCard evaluation={evaluation} />
          <ReviewCard evaluation={evaluation} />
          <GraphLinks evaluation={evaluation} />
          <RequestContext context={evaluation.requestContext} />
        </div>
        <div className="stack">
          <IndicatorTable evaluation={evaluation} />
          <UserHistory evaluation={evaluation} />
          <RawContributions contributions={evaluation.featureContributions} />
        </div>
      </div>
    </>
  );
}
