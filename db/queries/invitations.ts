import type { InvitationStatus, Role } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';

export interface NewInvitation {
  id: string;
  /** Trimmed and lower-cased. */
  email: string;
  role: Role;
  tokenHash: Buffer;
  invitedBy: string;
  invitedByEmail: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface Invitation extends Omit<NewInvitation, 'tokenHash'> {
  status: InvitationStatus;
  acceptedAt: Date | null;
  revokedAt: Date | null;
}

const COLUMNS = {
  id: 'id',
  email: 'email',
  role: 'role',
  invitedBy: 'invited_by',
  invitedByEmail: 'invited_by_email',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  acceptedAt: 'accepted_at',
  revokedAt: 'revoked_at',
};

/** What expired before it was revoked, or before another took its place, stays expired. */
const STATUS = `case
  when accepted_at is not null then 'accepted'
  when expires_at <= coalesce(revoked_at, ?) then 'expired'
  when revoked_at is not null then 'revoked'
  else 'pending' end`;

/**
 * Withdraws the open invitation of an address, if there is one. Until the transaction ends nobody else can invite the
 * same address: a second invitation waits, and then takes the place of the first.
 *
 * @returns the id of the one withdrawn
 */
export async function withdrawOpenInvitation(
  transaction: Connection,
  companyId: string,
  { email, now }: { email: string; now: Date },
): Promise<string | undefined> {
  const lock = `invitation:${companyId}:${email}`;
  await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [lock]);
  const [withdrawn] = await transaction('invitations')
    .where({ company_id: companyId, email, accepted_at: null, revoked_at: null })
    .update({ revoked_at: now })
    .returning<{ id: string }[]>('id');
  return withdrawn?.id;
}

/**
 * Stores an invitation, after {@link withdrawOpenInvitation} in the same transaction.
 *
 * @returns false when the address is that of a member already
 */
export async function insertInvitation(
  transaction: Connection,
  companyId: string,
  invitation: NewInvitation,
): Promise<boolean> {
  const { rowCount } = await transaction.raw<{ rowCount: number }>(
    `insert into invitations
       (company_id, id, email, role, token_hash, invited_by, invited_by_email, created_at, expires_at)
     select :companyId, :id, :email, :role, :tokenHash, :invitedBy, :invitedByEmail, :createdAt, :expiresAt
     where not exists (select from users where company_id = :companyId and email = :email)`,
    { companyId, ...invitation },
  );
  return rowCount === 1;
}

interface InvitationFilter {
  status: InvitationStatus | undefined;
  now: Date;
}

/** One page of a company's invitations, the newest first. */
export async function listInvitations(
  connection: Connection,
  companyId: string,
  { page, limit, ...filter }: InvitationFilter & { page: number; limit: number },
): Promise<Invitation[]> {
  return selectInvitations(connection, companyId, filter)
    .select(COLUMNS)
    .select<Invitation[]>(connection.raw(`${STATUS} as status`, [filter.now]))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit);
}

/** How many invitations {@link listInvitations} has over all pages. */
export async function countInvitations(
  connection: Connection,
  companyId: string,
  filter: InvitationFilter,
): Promise<number> {
  const row = await selectInvitations(connection, companyId, filter).count<{ count: number }[]>('* as count').first();
  return row?.count ?? 0;
}

function selectInvitations(connection: Connection, companyId: string, { status, now }: InvitationFilter) {
  const invitations = connection('invitations').where({ company_id: companyId });
  return status === undefined ? invitations : invitations.whereRaw(`${STATUS} = ?`, [now, status]);
}

/** The invitation and its status at a moment. */
export async function findInvitation(
  connection: Connection,
  companyId: string,
  { id, now }: { id: string; now: Date },
): Promise<Invitation | undefined> {
  return connection('invitations')
    .where({ company_id: companyId, id })
    .select(COLUMNS)
    .select<Invitation[]>(connection.raw(`${STATUS} as status`, [now]))
    .first();
}

/** Withdraws an invitation. @returns false unless it was open */
export async function revokeInvitation(
  connection: Connection,
  companyId: string,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const revoked = await connection('invitations')
    .where({ company_id: companyId, id, accepted_at: null, revoked_at: null })
    .update({ revoked_at: now });
  return revoked === 1;
}

interface InvitationUse {
  tokenHash: Buffer;
  now: Date;
}

/** The invitation that a token accepts, if it can be accepted now. */
export async function findInvitationToAccept(
  connection: Connection,
  companyId: string,
  use: InvitationUse,
): Promise<{ id: string } | undefined> {
  return selectToAccept(connection, companyId, use).select<{ id: string }[]>('id').first();
}

/**
 * Marks the invitation of a token as accepted by a member who is stored in the same transaction. Of two calls at once,
 * and of a call and a withdrawal, exactly one wins.
 *
 * @returns undefined when the token is not valid
 */
export async function acceptInvitation(
  transaction: Connection,
  companyId: string,
  { userId, ...use }: InvitationUse & { userId: string },
): Promise<Pick<Invitation, 'id' | 'email' | 'role' | 'invitedByEmail'> | undefined> {
  const [accepted] = await selectToAccept(transaction, companyId, use)
    .update({ accepted_at: use.now, accepted_user_id: userId })
    .returning<Pick<Invitation, 'id' | 'email' | 'role' | 'invitedByEmail'>[]>([
      'id',
      'email',
      'role',
      'invited_by_email as invitedByEmail',
    ]);
  return accepted;
}

function selectToAccept(connection: Connection, companyId: string, { tokenHash, now }: InvitationUse) {
  return connection('invitations')
    .where({ company_id: companyId, token_hash: tokenHash, accepted_at: null, revoked_at: null })
    .where('expires_at', '>', now);
}

/** Deletes up to `limit` invitations that ended before a moment, of any company: housekeeping. */
export async function deleteOldInvitations(connection: Connection, before: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from invitations where ctid = any (array(
       select ctid from invitations where expires_at < ? order by expires_at limit ? for update skip locked))`,
    [before, limit],
  );
  return rowCount;
}
