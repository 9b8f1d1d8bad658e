import type { IncomingMessage } from 'node:http';
import { koaBody } from 'koa-body';
import { ApiError } from './errors.ts';
import type { AppContext } from './state.ts';

export const BODY_LIMIT_BYTES = 1_048_576;

const JSON_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * koa-body, used for what it does well: reading a body within a limit. `binary` maps each byte to one character and
 * back, so that signatures are checked over the exact bytes and invalid UTF-8 can be told from valid.
 */
const readBinary = koaBody({
  json: false,
  urlencoded: false,
  text: true,
  textTypes: ['*/*'],
  textLimit: BODY_LIMIT_BYTES,
  encoding: 'binary',
  parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
});

const EMPTY = Buffer.alloc(0);
const doNothing = () => Promise.resolve();

/**
 * Reads the body of a request that must be JSON.
 *
 * @returns its bytes, none when there is no body
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export async function readJsonBytes(context: AppContext): Promise<Buffer> {
  if (!hasBody(context.req)) return EMPTY;
  if (!JSON_TYPE.test(context.req.headers['content-type'] ?? '')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  return readRawBytes(context);
}

/**
 * Reads the exact bytes of a body, whatever its content type says.
 *
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE for a compressed body, PAYLOAD_TOO_LARGE
 */
export async function readRawBytes(context: AppContext): Promise<Buffer> {
  const { req } = context;
  if (!hasBody(req)) return EMPTY;
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { message: 'Compressed request bodies are not supported' });
  }
  // koa-body reads only bodies whose type it can parse; ours were checked, or do not matter.
  req.headers['content-type'] = 'application/octet-stream';
  await readBinary(context, doNothing);
  return Buffer.from((context.request.body as string | undefined) ?? '', 'latin1');
}

function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0';
}
