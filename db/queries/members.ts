import type { Role } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';

/** A person of a company, as its admins see them. */
export interface Member {
  id: string;
  email: string;
  fullName: string | null;
  role: Role;
  emailVerifiedAt: Date | null;
  createdAt: Date;
  /** When their newest session started; null when none is kept. */
  lastSeenAt: Date | null;
}

const COLUMNS = {
  id: 'id',
  email: 'email',
  fullName: 'full_name',
  role: 'role',
  emailVerifiedAt: 'email_verified_at',
  createdAt: 'created_at',
};

const LAST_SEEN_AT = `(select max(sessions.created_at) from sessions
  where sessions.company_id = users.company_id and sessions.user_id = users.id) as "lastSeenAt"`;

const IS_LAST_ADMIN = `role = 'admin' and not exists (
  select from users other where other.company_id = users.company_id and other.id <> users.id and other.role = 'admin'
) as "isLastAdmin"`;

/** One page of the members of a company, the first who joined first. */
export async function listMembers(
  connection: Connection,
  companyId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Member[]> {
  return selectMembers(connection, companyId)
    .select<Member[]>(connection.raw(LAST_SEEN_AT))
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit);
}

/** How many members {@link listMembers} has over all pages. */
export async function countMembers(connection: Connection, companyId: string): Promise<number> {
  const members = connection('users').where({ company_id: companyId });
  const row = await members.count<{ count: number }[]>('* as count').first();
  return row?.count ?? 0;
}

/**
 * The member, to be changed. Until the transaction ends nobody else can change a member of the company: of two requests
 * that would take the last two admins away, the second finds one admin left.
 */
export async function findMemberToChange(
  transaction: Connection,
  companyId: string,
  memberId: string,
): Promise<(Member & { isLastAdmin: boolean }) | undefined> {
  // A statement of its own: the next one must see what the transaction it waited for has committed.
  await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`members:${companyId}`]);
  return selectMembers(transaction, companyId)
    .where({ id: memberId })
    .select<(Member & { isLastAdmin: boolean })[]>(transaction.raw(LAST_SEEN_AT), transaction.raw(IS_LAST_ADMIN))
    .first();
}

/** Gives a member another role: every process judges the next request by it. */
export async function updateMemberRole(
  connection: Connection,
  companyId: string,
  { id, role }: Pick<Member, 'id' | 'role'>,
): Promise<void> {
  await connection('users').where({ company_id: companyId, id }).update({ role });
}

/**
 * Removes a member with all of their sessions: every process refuses their tokens from the commit on. What they did keeps
 * their id and address.
 */
export async function deleteMember(connection: Connection, companyId: string, memberId: string): Promise<void> {
  await connection('users').where({ company_id: companyId, id: memberId }).delete();
}

function selectMembers(connection: Connection, companyId: string) {
  return connection('users').where({ company_id: companyId }).select(COLUMNS);
}
