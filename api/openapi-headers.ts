type Json = Record<string, unknown>;

/** The statuses that ask the client to come back later. */
const LATER = [429, 503];

/** The headers that responses refer to. */
export const RESPONSE_HEADERS: Readonly<Record<string, Json>> = {
  RequestId: {
    description: 'The id of this request in our logs: the one sent as x-request-id, if it was sane, else a new one',
    schema: { type: 'string', maxLength: 128 },
    example: '7f4df2a4-5d3e-4f0e-9b5c-2c4f1c1d9a10',
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
};

export function headersOf(status: number): Json {
  return {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(LATER.includes(status) && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
  };
}
