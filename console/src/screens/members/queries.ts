import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { api } from '../../api/client.ts';
import type { InvitationStatus } from './search.ts';

export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];

export const MEMBERS_KEY = ['members'] as const;
export const INVITATIONS_KEY = ['invitations'] as const;

export const membersQuery = (page: number) =>
  queryOptions({
    queryKey: [...MEMBERS_KEY, page],
    queryFn: () => api.get('/auth/members', { params: { query: { page } } }),
  });

export const invitationsQuery = (status: InvitationStatus, page: number) =>
  queryOptions({
    queryKey: [...INVITATIONS_KEY, status, page],
    queryFn: () => api.get('/auth/invitations', { params: { query: { status, page } } }),
  });
