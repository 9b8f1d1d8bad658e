import type { SearchSchemaInput } from '@tanstack/react-router';

export const INVITATION_STATUSES = ['pending', 'expired', 'accepted', 'revoked'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** Which page of the members is shown, which invitations, and which page of them. */
export interface MembersSearch {
  page?: number;
  /** Open ones unless told otherwise. */
  status?: InvitationStatus;
  invitationPage?: number;
}

export function readMembersSearch(search: MembersSearch & SearchSchemaInput): MembersSearch {
  const given: Readonly<Record<string, unknown>> = { ...search };
  const status = INVITATION_STATUSES.find((known) => known === given['status']);
  const [page, invitationPage] = [readPage(given['page']), readPage(given['invitationPage'])];
  return {
    ...(page && { page }),
    ...(status && status !== 'pending' && { status }),
    ...(invitationPage && { invitationPage }),
  };
}

/** @returns undefined for the first page, too, which needs not be said */
function readPage(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 ? page : undefined;
}
