import Type from 'typebox';
import { INVITATION_STATUSES, ROLES } from '../../engine/vocabulary.ts';
import { fullName, linkToken, password } from '../auth/schemas.ts';
import { email, enumOf, nullable, pageOf, pageParameters, timestamp, uuid } from '../http/schema.ts';

/** Of two operations: one makes invitations and one lists them. */
export const INVITATIONS_PATH = '/auth/invitations';

/** Of two operations: one changes members and one removes them. */
export const MEMBER_PATH = '/auth/members/:memberId';

/** What both say when they would leave a company that nobody can manage. */
export const LAST_ADMIN = 'The company would be left without an admin: make another member an admin first';

export const Member = Type.Object(
  {
    id: uuid(),
    email: Type.String({ examples: ['grace@example.com'] }),
    fullName: nullable(Type.String({ examples: ['Grace Hopper'] })),
    role: enumOf(ROLES),
    emailVerified: Type.Boolean({ description: 'Whether the address is confirmed' }),
    createdAt: timestamp({ description: 'When they joined' }),
    lastSeenAt: nullable(timestamp({ description: 'When their newest session started; null: none for a month' })),
  },
  { title: 'Member' },
);

export const MemberQuery = Type.Object(pageParameters);

export const MemberPage = pageOf(Member);

export const MemberPath = Type.Object({ memberId: uuid() });

export const MemberChange = Type.Object(
  { role: enumOf(ROLES) },
  { title: 'MemberChange', additionalProperties: false },
);

export const MemberDeletion = Type.Object({ id: uuid(), deleted: Type.Literal(true) }, { title: 'MemberDeletion' });

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
