import Type, { type Static } from 'typebox';
import { AUDIT_ACTIONS } from '../../engine/vocabulary.ts';
import { timeRangeParameters } from '../http/time-range.ts';
import { enumOf, jsonObject, nullable, pageOf, pageParameters, timestamp, uuid } from '../http/schema.ts';

export const AuditLogsQuery = Type.Object({
  action: Type.Optional(enumOf(AUDIT_ACTIONS, { description: 'What was done' })),
  actorId: Type.Optional(uuid({ description: 'The user who did it' })),
  ...timeRangeParameters,
  ...pageParameters,
});

const side = (description: string) => Type.Unknown({ description, examples: [50] });

const AuditDifference = Type.Object(
  {
    path: Type.String({ description: 'JSON pointer of the value that changed', examples: ['/thresholds/review'] }),
    before: side('Null: there was nothing'),
    after: side('Null: there is nothing'),
  },
  { title: 'AuditDifference' },
);

export const AuditEntry = Type.Object(
  {
    id: uuid(),
    actorId: nullable(uuid()),
    actorEmail: nullable(Type.String({ examples: ['ada@example.com'] })),
    action: enumOf(AUDIT_ACTIONS),
    targetType: Type.String({ description: 'The kind of what was changed', examples: ['policy'] }),
    targetId: nullable(Type.String({ examples: ['01900000-0000-7000-8000-000000000001'] })),
    before: nullable(jsonObject({ description: 'Null: it was created' })),
    after: nullable(jsonObject({ description: 'Null: it was deleted' })),
    diff: Type.Array(AuditDifference, { description: 'What differs between before and after, value by value' }),
    ipAddress: nullable(Type.String({ description: 'Masked', examples: ['203***.7'] })),
    createdAt: timestamp(),
  },
  { title: 'AuditEntry', description: 'Spec section 2.15. Secrets are never part of it.' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditEntryPage = pageOf(AuditEntry);
