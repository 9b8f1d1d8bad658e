import Type from 'typebox';
import { listErrorCodes } from './http/declared-errors.ts';
import type { RouteDefinition } from './http/define-route.ts';
import { toErrorBody } from './http/error-response.ts';
import { ApiError, ERRORS, type ErrorCode } from './http/errors.ts';
import { headersOf } from './openapi-headers.ts';
import type { Components } from './openapi-schemas.ts';

type Json = Record<string, unknown>;

const REQUEST_ID = '7f4df2a4-5d3e-4f0e-9b5c-2c4f1c1d9a10';

/** The body of every error (contract section 1). */
export const ErrorSchema = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The status of the response' }),
    code: Type.Unsafe<ErrorCode>({
      type: 'string',
      enum: Object.keys(ERRORS),
      description: 'What went wrong, for programs: decide by this',
    }),
    message: Type.String({ description: 'What went wrong, for people; its wording may change' }),
    requestId: Type.String({ description: 'Also in the header x-request-id' }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'JSON pointer into the body, or /name of a parameter' }),
          message: Type.String({ description: 'What is expected there' }),
        }),
        { description: 'Only with VALIDATION_FAILED' },
      ),
    ),
  },
  { title: 'Error' },
);

/** An example of every code, by its name; responses refer to them. */
export function describeErrorExamples(): Record<string, Json> {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return Object.fromEntries(codes.map((code) => [code, { value: exampleOfError(code) }]));
}

function exampleOfError(code: ErrorCode): Json {
  const details = [{ path: '/userId', message: 'is required' }];
  return { ...toErrorBody(new ApiError(code, { details }), REQUEST_ID) };
}

/** One response per status, with the codes it may carry. */
export function describeErrorResponses(route: RouteDefinition, components: Components): Record<string, Json> {
  const error = components.refer(ErrorSchema);
  const codes = listErrorCodes(route);
  const statuses = [...new Set(codes.map((code) => ERRORS[code][0]))].sort();
  const describe = (status: number) => {
    const ofStatus = codes.filter((code) => ERRORS[code][0] === status);
    return { ...describeErrors(ofStatus, error), headers: headersOf(status) };
  };
  return Object.fromEntries(statuses.map((status) => [String(status), describe(status)]));
}

function describeErrors(codes: ErrorCode[], error: Json): Json {
  const schema = { allOf: [error, { type: 'object', properties: { code: { enum: codes } } }] };
  const description = codes.map((code) => `${code}: ${ERRORS[code][1]}`).join('. ');
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return { description, content: { 'application/json': { schema, examples } } };
}
