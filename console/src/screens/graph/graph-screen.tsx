import { Link, useSearch } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { Async } from '../../ui/states.tsx';
import { Explorer } from './explorer.tsx';
import { useViews } from './queries.ts';
import type { GraphSearch } from './search.ts';
import { UserForm } from './user-form.tsx';

/** Whom and what a user is linked with, now and when it was assessed. */
export function GraphScreen() {
  const search = useSearch({ from: '/app/graph' });
  const { assessmentId, userId } = search;
  if (!assessmentId && !userId) {
    return (
      <Page title="Graph" lead="Whom a user is linked with, over the devices, addresses, numbers and cards they share.">
        <UserForm />
      </Page>
    );
  }
  // Another user or assessment is another graph: nothing of the one before is kept.
  return <GraphOf key={`${assessmentId} ${userId}`} search={search} />;
}

function GraphOf({ search }: { search: GraphSearch }) {
  const views = useViews(search);
  const { assessmentId, userId } = search;
  return (
    <Page
      title="Graph"
      lead={
        assessmentId
          ? 'Around the user of an assessment, as it was then and as it is now.'
          : `Around user ${userId}, as it is now.`
      }
      actions={
        <>
          {assessmentId && (
            <Link
              className="button button-small"
              to="/evaluations/$evaluationId"
              params={{ evaluationId: assessmentId }}
            >
              The evaluation
            </Link>
          )}
          <Link className="button button-small" to="/graph">
            Another user
          </Link>
        </>
      }
    >
      <Async query={assessmentId ? views.then : views.now} lines={10}>
        {() => <Explorer search={search} views={views} />}
      </Async>
    </Page>
  );
}
