import Type from 'typebox';
import { INVITATION_STATUSES, ROLES } from '../../engine/vocabulary.ts';
import { fullName, linkToken, password } from '../auth/schemas.ts';
import { email, enumOf, nullable, pageOf, pageParameters, timestamp, uuid } from '../http/schema.ts';

/** Of two operations: one makes invitations and one lists them. */
export const INVITATIONS_PATH = '/auth/invitations';

export const InvitationRequest = Type.Object(
  { email: email(), role: enumOf(ROLES) },
  { title: 'InvitationRequest', additionalProperties: false },
);

export const Invitation = Type.Object(
  {
    id: uuid(),
    email: Type.String({ examples: ['grace@example.com'] }),
    role: enumOf(ROLES),
    status: enumOf(INVITATION_STATUSES),
    invitedBy: uuid({ description: 'The admin who sent it' }),
    invitedByEmail: Type.String({ examples: ['ada@example.com'] }),
    createdAt: timestamp(),
    expiresAt: timestamp({ description: 'Until when it can be accepted' }),
    acceptedAt: nullable(timestamp()),
    revokedAt: nullable(timestamp({ description: 'Also when another invitation took its place' })),
  },
  { title: 'Invitation' },
);

export const InvitationQuery = Type.Object({
  ...pageParameters,
  status: Type.Optional(enumOf(INVITATION_STATUSES)),
});

export const InvitationPage = pageOf(Invitation);

export const InvitationPath = Type.Object({ id: uuid() });

export const InvitationDeletion = Type.Object(
  { id: uuid(), deleted: Type.Literal(true) },
  { title: 'InvitationDeletion' },
);

export const InvitationAcceptance = Type.Object(
  { token: linkToken(), password: password(), fullName: Type.Optional(fullName()) },
  { title: 'InvitationAcceptance' },
);
