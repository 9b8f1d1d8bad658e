import Type from 'typebox';
import { defineRoute, type RouteDefinition } from '../../../api/http/define-route.ts';
import { ApiError, ERRORS, type ErrorCode } from '../../../api/http/errors.ts';
import * as schema from '../../../api/http/schema.ts';
import { OUTCOMES } from '../../../engine/vocabulary.ts';

const Note = Type.Object(
  {
    id: schema.clientId({ examples: ['note-1'] }),
    email: schema.email(),
    amountMinor: schema.amountMinor(),
    currency: Type.Optional(schema.currency()),
    at: Type.Optional(schema.timestamp()),
    outcome: Type.Optional(schema.enumOf(OUTCOMES)),
    owner: Type.Optional(schema.nullable(schema.uuid())),
    metadata: Type.Optional(schema.jsonObject()),
  },
  { title: 'Note' },
);

/** Validates everything and gives it back. */
export const echo = defineRoute({
  method: 'POST',
  path: '/notes',
  name: 'createNote',
  tag: 'notes',
  summary: 'Echo a note',
  access: { kind: 'public' },
  body: Note,
  status: 201,
  response: Type.Object({ note: Note }),
  handler: ({ body }) => Promise.resolve({ note: body }),
});

export const strict = defineRoute({
  method: 'PUT',
  path: '/settings',
  name: 'putSettings',
  tag: 'settings',
  summary: 'A body that takes no unknown keys',
  access: { kind: 'bearer', role: 'admin', subscription: true },
  rateLimit: { limit: () => 1, windowMs: 60_000 },
  body: Type.Object({ threshold: Type.Number({ minimum: 0, maximum: 100 }) }, { additionalProperties: false }),
  response: Type.Object({ companyId: schema.uuid() }),
  handler: ({ caller }) => Promise.resolve({ companyId: caller.companyId }),
});

export const list = defineRoute({
  method: 'GET',
  path: '/notes/:id',
  name: 'listNotes',
  tag: 'notes',
  summary: 'Path and query parameters',
  access: { kind: 'public' },
  params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  query: Type.Object({
    ...schema.pageParameters,
    requireUserId: Type.Optional(Type.Boolean()),
    search: Type.Optional(schema.text({ maxLength: 10 })),
  }),
  response: Type.Object({ params: schema.jsonObject(), query: schema.jsonObject() }),
  handler: ({ params, query }) => Promise.resolve({ params, query }),
});

export const refresh = defineRoute({
  method: 'POST',
  path: '/refresh',
  name: 'refresh',
  tag: 'auth',
  summary: 'A refresh token, and no body',
  access: { kind: 'refresh' },
  response: Type.Object({ tokenId: schema.uuid() }),
  handler: ({ caller }) => Promise.resolve({ tokenId: caller.tokenId }),
});

export const signed = defineRoute({
  method: 'POST',
  path: '/signed',
  name: 'signed',
  tag: 'events',
  summary: 'The raw bytes',
  access: { kind: 'signature', headers: ['x-event-signature', 'x-event-timestamp', 'x-event-nonce'] },
  body: Note,
  response: Type.Object({ hex: Type.String() }),
  errors: ['INGEST_SIGNATURE_INVALID'],
  handler: ({ rawBody, request }) => {
    if (request.headers['x-event-signature'] === 'bad') return Promise.reject(new ApiError('INGEST_SIGNATURE_INVALID'));
    return Promise.resolve({ hex: rawBody.toString('hex') });
  },
});

/** A route that fails, or answers, as the test says. */
export function answering(path: `/${string}`, answer: () => unknown): RouteDefinition {
  return defineRoute({
    method: 'GET',
    path,
    name: `get${path.slice(1)}`,
    tag: 'failures',
    summary: 'Answers as told',
    access: { kind: 'public' },
    errors: Object.keys(ERRORS) as ErrorCode[],
    response: Type.Object({ known: Type.String(), record: Type.Optional(Type.Record(Type.String(), Type.Number())) }),
    handler: () => Promise.resolve(answer() as { known: string }),
  });
}
