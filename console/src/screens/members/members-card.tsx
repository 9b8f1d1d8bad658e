import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Async } from '../../ui/states.tsx';
import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { MemberLine } from './member-line.tsx';
import styles from './members.module.css';
import { membersQuery, type Member } from './queries.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

const route = getRouteApi('/app/members');

export function MembersCard() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const members = useQuery({ ...membersQuery(page), placeholderData: keepPreviousData });
  const [changing, setChanging] = useState<Member>();
  const [removing, setRemoving] = useState<Member>();
  return (
    <Card title="Members">
      <Async query={members}>
        {({ data, meta }) => (
          <>
            <ul className={styles['list']}>
              {data.map((member) => (
                <MemberLine
                  key={member.id}
                  member={member}
                  onChangeRole={() => setChanging(member)}
                  onRemove={() => setRemoving(member)}
                />
              ))}
            </ul>
            {meta.totalPages > 1 && (
              <Pagination
                meta={meta}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
              />
            )}
          </>
        )}
      </Async>
      {changing && <ChangeRoleDialog member={changing} onClose={() => setChanging(undefined)} />}
      {removing && <RemoveMemberDialog member={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  );
}
