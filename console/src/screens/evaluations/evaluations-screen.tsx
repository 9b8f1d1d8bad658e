import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Async, EmptyState } from '../../ui/states.tsx';
import { evaluationColumns } from './evaluation-columns.tsx';
import { EvaluationFilters } from './evaluation-filters.tsx';
import styles from './evaluations.module.css';
import { evaluationsQuery } from './queries.ts';
import { RowKeys } from './row-keys.tsx';
import type { EvaluationSearch } from './search.ts';

const route = getRouteApi('/app/evaluations');

/** Every evaluation, to find one or to see many. */
export function EvaluationsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const evaluations = useQuery({ ...evaluationsQuery(search), placeholderData: keepPreviousData });
  const change = (changes: EvaluationSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changes }), resetScroll: false });
  const clear = () => void navigate({ search: search.sort ? { sort: search.sort } : {}, resetScroll: false });
  return (
    <Page title="Explorer" lead="Every assessment of a request or an event.">
      <EvaluationFilters search={search} onChange={change} onClear={clear} />
      <Card>
        <Async query={evaluations} lines={12}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <EmptyState title="No evaluations here" action={<Button onClick={clear}>Clear the filters</Button>}>
                Nothing fits these filters, or nothing was assessed yet.
              </EmptyState>
            ) : (
              <div className={styles['list']} aria-busy={evaluations.isPlaceholderData}>
                <RowKeys>
                  <DataTable
                    label="Evaluations"
                    rows={data}
                    columns={evaluationColumns(search.sort, (sort) => change({ sort }))}
                    rowId={({ id }) => id}
                    rowHref={({ id }) => `/evaluations/${id}`}
                  />
                </RowKeys>
                <footer className={styles['footer']}>
                  <p className="muted small">
                    In the list, <kbd>j</kbd> and <kbd>k</kbd> or the arrow keys move, <kbd>Enter</kbd> opens.
                  </p>
                  <Pagination meta={meta} onPage={(page) => change({ page })} />
                </footer>
              </div>
            )
          }
        </Async>
      </Card>
    </Page>
  );
}
