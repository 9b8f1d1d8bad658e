import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ACTION_NAMES, AUDIT_ACTIONS, type AuditEntry } from './actions.ts';
import styles from './audit-log.module.css';
import { DayField } from './day-field.tsx';
import { toDay, toDayEnd, toDayStart, toLastDay } from './days.ts';
import { listActors } from './list-actors.ts';
import type { AuditSearch } from './search.ts';

interface AuditFiltersProps {
  search: AuditSearch;
  /** Entries that are shown: who is no member any more is found there. */
  seen: readonly AuditEntry[];
  onSearch: (search: AuditSearch) => void;
}

const ALL = '';
/** The most that the API gives at once. */
const MEMBERS_LISTED = 100;

export function AuditFilters({ search, seen, onSearch }: AuditFiltersProps) {
  const members = useQuery({
    queryKey: ['members', 'names'],
    queryFn: () => api.get('/auth/members', { params: { query: { limit: MEMBERS_LISTED } } }),
  });
  const actors = listActors(members.data?.data ?? [], seen, search.actorId);
  // Another filter begins at its first page.
  const filters = withoutEmpty({ ...search, page: undefined });
  const set = (changed: AuditSearch) => onSearch(withoutEmpty({ ...filters, ...changed }));
  return (
    <div className={styles['filters']}>
      <SelectField
        label="What"
        value={search.action ?? ALL}
        choices={[
          { value: ALL, label: 'Everything' },
          ...AUDIT_ACTIONS.map((action) => ({ value: action, label: ACTION_NAMES[action] })),
        ]}
        onChange={(action) => set({ action: action === ALL ? undefined : action })}
      />
      <SelectField
        label="Who"
        value={search.actorId ?? ALL}
        choices={[{ value: ALL, label: 'Anybody' }, ...actors.map(({ id, email }) => ({ value: id, label: email }))]}
        onChange={(actorId) => set({ actorId: actorId || undefined })}
      />
      <DayField
        label="From"
        day={toDay(search.from)}
        max={toLastDay(search.to)}
        onDay={(day) => set({ from: toDayStart(day) })}
      />
      <DayField
        label="To"
        day={toLastDay(search.to)}
        min={toDay(search.from)}
        onDay={(day) => set({ to: toDayEnd(day) })}
      />
      {Object.keys(filters).length > 0 && <Button onClick={() => onSearch({})}>Clear filters</Button>}
    </div>
  );
}

function withoutEmpty(search: AuditSearch): AuditSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
