import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Inbox, Lock, ShieldOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../../clients/typescript/src/api-problem.ts';
import { usePermission } from '../session/use-session.ts';
import { Button } from './button.tsx';

interface StateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** What stands where content would, when there is none to show. */
export function State({ icon, title, children, action }: StateProps) {
  return (
    <div className="state">
      {icon}
      <p className="state-title">{title}</p>
      {children && <div className="muted">{children}</div>}
      {action}
    </div>
  );
}

export function EmptyState(props: Omit<StateProps, 'icon'>) {
  return <State icon={<Inbox size={28} aria-hidden />} {...props} />;
}

/** Lines in place of what is being loaded. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  );
}

/** For people whose role does not include what they opened. */
export function NoPermission() {
  return (
    <State icon={<ShieldOff size={28} aria-hidden />} title="Only for admins">
      Your role does not include this. Ask an admin of your company if you need it.
    </State>
  );
}

/** Why something cannot be shown, and what to do about it. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const mayPay = usePermission('billing:manage');
  const problem = error instanceof ApiProblem ? error : undefined;
  if (problem?.statusCode === 402) {
    return (
      <State
        icon={<Lock size={28} aria-hidden />}
        title={problem.code === 'FEATURE_NOT_IN_PLAN' ? 'Not part of your plan' : 'No active subscription'}
        action={
          mayPay ? (
            <Link className="button button-primary" to="/plan">
              See the plans that have it
            </Link>
          ) : undefined
        }
      >
        {problem.message}
        {!mayPay && ' Ask an admin of your company.'}
      </State>
    );
  }
  if (problem?.statusCode === 403) return <NoPermission />;
  if (problem?.statusCode === 404) {
    return (
      <State icon={<Inbox size={28} aria-hidden />} title="Not found">
        There is nothing with this id in your company.
      </State>
    );
  }
  return (
    <State
      icon={<TriangleAlert size={28} aria-hidden />}
      title="This did not load"
      action={retry && <Button onClick={retry}>Try again</Button>}
    >
      {problem ? problem.message : 'The service cannot be reached.'}
      {problem?.requestId && <p className="mono small">request {problem.requestId}</p>}
    </State>
  );
}

interface AsyncProps<Data> {
  query: UseQueryResult<Data>;
  /** Lines of the placeholder. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Shows what a query found; until then that it loads, or why it failed. */
export function Async<Data>({ query, lines, children }: AsyncProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return <Loading {...(lines && { lines })} />;
}
