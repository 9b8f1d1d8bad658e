import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { usePlanFeature } from '../../session/use-session.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Permitted } from '../../ui/permitted.tsx';
import { Async, EmptyState } from '../../ui/states.tsx';
import { AuditFilters } from './audit-filters.tsx';
import styles from './audit-log.module.css';
import { EntryLine } from './entry-line.tsx';

const route = getRouteApi('/app/audit-log');

export function AuditLogScreen() {
  return (
    <Page
      title="Audit log"
      lead="Who changed what in the configuration. Every change leaves an entry that nobody can alter or delete."
    >
      <Permitted to="audit:view">
        <AuditLog />
      </Permitted>
    </Page>
  );
}

function AuditLog() {
  const inPlan = usePlanFeature('audit_logs');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const entries = useQuery({
    queryKey: ['audit-log', search],
    queryFn: () => api.get('/audit-logs', { params: { query: search } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card>
      {inPlan && (
        <AuditFilters
          search={search}
          seen={entries.data?.data ?? []}
          onSearch={(next) => void navigate({ search: next, resetScroll: false })}
        />
      )}
      <Async query={entries} lines={8}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title="No entries">
              {Object.keys(search).length > 0 ? 'Nothing matches the filters.' : 'Nothing was changed yet.'}
            </EmptyState>
          ) : (
            <>
              <ol className={styles['entries']}>
                {data.map((entry) => (
                  <EntryLine key={entry.id} entry={entry} />
                ))}
              </ol>
              <Pagination meta={meta} onPage={(page) => void navigate({ search: { ...search, page } })} />
            </>
          )
        }
      </Async>
    </Card>
  );
}
