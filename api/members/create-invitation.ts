import type { Connection } from '../../db/connect.ts';
import { findCompanyName } from '../../db/queries/companies.ts';
import { insertEmail } from '../../db/queries/emails.ts';
import { insertInvitation, withdrawOpenInvitation, type NewInvitation } from '../../db/queries/invitations.ts';
import { findUser } from '../../db/queries/users.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { createLinkToken, formatAccountLink } from '../../platform/link-token.ts';
import { auditChange } from '../access/audit-change.ts';
import { normalizeEmail } from '../auth/normalize-email.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type Caller } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { presentInvitation } from './present.ts';
import { Invitation, InvitationRequest, INVITATIONS_PATH } from './schemas.ts';

const HOUR_MS = 3_600_000;

export const createInvitation = defineRoute({
  method: 'POST',
  path: INVITATIONS_PATH,
  name: 'createInvitation',
  tag: 'Members',
  summary: 'Invite a person to the company',
  description:
    'Sends an e-mail with a link. An open invitation to the same address is replaced: its link stops working. In production the one who invites must have confirmed their own address.',
  access: { kind: 'bearer', role: 'admin', permission: 'members:manage' },
  // Whoever registers is an admin: the service must not become a way to send mail to strangers.
  rateLimit: {
    windowMs: HOUR_MS,
    limit: (config) => (config.NODE_ENV === 'production' ? config.INVITATIONS_PER_HOUR : 0),
  },
  body: InvitationRequest,
  status: 201,
  response: Invitation,
  errors: ['CONFLICT'],

  async handler({ body, caller, request }, { clock, config, db, secrets, signals }) {
    const { companyId, userId: invitedBy, email: invitedByEmail } = caller;
    const now = clock.now();
    const createdAt = new Date(now);
    const expiresAt = new Date(now + config.INVITATION_TTL_SECONDS * 1000);
    const { token, hash: tokenHash } = createLinkToken(companyId);
    if (config.NODE_ENV === 'production') await requireVerifiedEmail(db, caller);
    const email = normalizeEmail(body.email);
    const details = { id: uuidv7(now), email, role: body.role, invitedBy, invitedByEmail, createdAt, expiresAt };
    const link = formatAccountLink(config.publicUrl, 'accept-invitation', token);
    const emailId = await db.knex.transaction(async (transaction) => {
      const replaces = await withdrawOpenInvitation(transaction, companyId, { email, now: createdAt });
      if (!(await insertInvitation(transaction, companyId, { ...details, tokenHash }))) {
        throw new ApiError('CONFLICT', { message: 'A member of the company has this e-mail address already' });
      }
      const after = { email, role: body.role, expiresAt: expiresAt.toISOString(), ...(replaces && { replaces }) };
      await auditChange(
        transaction,
        { caller, request, clock },
        { action: 'invitation.created', targetType: 'invitation', targetId: details.id, before: null, after },
      );
      return storeInvitationEmail(transaction, companyId, { ...details, link }, { secrets });
    });
    signals.send('email', { companyId, emailId });
    return presentInvitation({ ...details, status: 'pending', acceptedAt: null, revokedAt: null });
  },
});

/** The invitation says who sends it: nobody may send one in the name of an address that is not theirs. */
async function requireVerifiedEmail({ knex }: Dependencies['db'], { companyId, userId }: Caller): Promise<void> {
  const user = await findUser(knex, companyId, userId);
  if (!user?.emailVerifiedAt) throw new ApiError('CONFLICT', { message: 'Confirm your own e-mail address first' });
}

/** @returns the id of the e-mail, to be signalled after the commit */
async function storeInvitationEmail(
  transaction: Connection,
  companyId: string,
  { email, role, invitedByEmail, createdAt, expiresAt, link }: Omit<NewInvitation, 'tokenHash'> & { link: string },
  { secrets }: Pick<Dependencies, 'secrets'>,
): Promise<string> {
  const id = uuidv7(createdAt.getTime());
  const companyName = (await findCompanyName(transaction, companyId)) ?? '';
  const parameters = { companyName, invitedBy: invitedByEmail, role, link, expiresAt: expiresAt.toISOString() };
  await insertEmail(
    transaction,
    companyId,
    { id, template: 'invitation', parameters, recipient: email, createdAt },
    secrets,
  );
  return id;
}
