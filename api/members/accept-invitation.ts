import type { Connection } from '../../db/connect.ts';
import { acceptInvitation as takeInvitation, findInvitationToAccept } from '../../db/queries/invitations.ts';
import { findCurrentSubscription } from '../../db/queries/subscriptions.ts';
import { insertMember, type NewMember } from '../../db/queries/users.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { auditChange } from '../access/audit-change.ts';
import { LINK_RATE_LIMIT, readLink, refuseLink } from '../auth/links.ts';
import { presentLogin } from '../auth/present.ts';
import { LoginResponse } from '../auth/schemas.ts';
import { startSession } from '../auth/start-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type RequestContext } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { InvitationAcceptance } from './schemas.ts';

export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/auth/invitations/accept',
  name: 'acceptInvitation',
  tag: 'Members',
  summary: 'Join a company with the token of the invitation',
  description: 'Creates the person, whose e-mail address the token has proved, and signs them in.',
  access: { kind: 'public' },
  rateLimit: LINK_RATE_LIMIT,
  body: InvitationAcceptance,
  response: LoginResponse,
  errors: ['INVALID_CREDENTIALS', 'CONFLICT'],

  async handler({ body, request }, { clock, db, tokens }) {
    const { companyId, hash: tokenHash } = readLink(body.token);
    const now = clock.now();
    const use = { tokenHash, now: new Date(now) };
    // Hashing is expensive: not for whoever sends any token.
    if (!(await findInvitationToAccept(db.knex, companyId, use))) throw refuseLink();
    const passwordHash = await hashPassword(body.password);
    const person = { id: uuidv7(now), passwordHash, fullName: body.fullName ?? null };
    const { role, session } = await db.knex.transaction(async (transaction) => {
      const joined = await join(transaction, companyId, { ...use, person }, { request, clock });
      const subject = { companyId, id: person.id, role: joined.role };
      return { role: joined.role, session: await startSession(transaction, subject, { clock, tokens }) };
    });
    return presentLogin(session, role, await findCurrentSubscription(db.knex, companyId, use.now));
  },
});

interface Joining {
  tokenHash: Buffer;
  now: Date;
  person: Pick<NewMember, 'id' | 'passwordHash' | 'fullName'>;
}

/** Makes the holder of the token a member, as the invitation says. */
async function join(
  transaction: Connection,
  companyId: string,
  { tokenHash, now, person }: Joining,
  { request, clock }: { request: RequestContext } & Pick<Dependencies, 'clock'>,
): Promise<Pick<NewMember, 'role'>> {
  const invitation = await takeInvitation(transaction, companyId, { tokenHash, now, userId: person.id });
  if (!invitation) throw refuseLink();
  const { email, role, invitedByEmail } = invitation;
  const member = { ...person, email, role, emailVerifiedAt: now, createdAt: now };
  if (!(await insertMember(transaction, companyId, member))) {
    throw new ApiError('CONFLICT', { message: 'A member of the company has this e-mail address already' });
  }
  await auditChange(
    transaction,
    { caller: { companyId, userId: person.id, email }, request, clock },
    {
      action: 'member.joined',
      targetType: 'member',
      targetId: person.id,
      before: null,
      after: { email, role, invitationId: invitation.id, invitedBy: invitedByEmail },
    },
  );
  return { role };
}
