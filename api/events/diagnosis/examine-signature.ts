import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { verifyHmacHex } from '../../../platform/hashing.ts';
import { algorithmOf, decodeSignature } from './decode-signature.ts';
import { failed, passed, type Finding } from './finding.ts';
import { listJoined, listOtherBodies, listOtherKeys } from './likely-mistakes.ts';

/** Of larger bodies only the bytes that arrived are tried: the search hashes the body a few hundred times. */
const MAX_BYTES_SEARCHED = 16_384;
/** Deep nesting makes an indented body many times as large as it was sent; such a variant is not tried. */
const MAX_GROWTH = 2;

export interface SignedRequest {
  signature: string;
  timestamp: string;
  nonce: string;
  rawBody: Buffer;
  /** The body as JSON; undefined when it is none. */
  parsed: unknown;
  secret: string;
  /** The part of the secret that is shown to tell secrets apart. */
  secretPrefix: string;
}

/**
 * Says whether a signature is right, or which usual mistake explains it. Compares in constant time, and neither the
 * secret nor the signature that would be right is part of what it says.
 */
export function examineSignature(request: SignedRequest): Finding {
  const { secret, rawBody, signature } = request;
  if (verifyHmacHex(secret, rawBody, signature)) return passed('It is that of these bytes under the current secret.');
  const { digest, problems } = decodeSignature(signature);
  if (!digest) return failed('It cannot be read.', ...problems);
  const hints = findMistakes(request, digest);
  if (hints?.length === 0) return failed('It is right, but not written as it must be.', ...problems);
  const message = 'It is not that of these bytes under the current secret.';
  return failed(message, ...problems, ...(hints ?? adviseComparison(request)));
}

/** @returns what was done wrong, nothing if the digest is right; undefined when no usual mistake explains it */
function findMistakes(request: SignedRequest, digest: Buffer): string[] | undefined {
  const { rawBody, parsed, secret, secretPrefix, timestamp, nonce } = request;
  const algorithm = algorithmOf(digest);
  const matches = (key: string | Buffer, message: string | Buffer) =>
    timingSafeEqual(createHmac(algorithm, key).update(message).digest(), digest);

  if (matches(secret, rawBody)) return [];
  const isSmall = rawBody.length <= MAX_BYTES_SEARCHED;
  const isTried = ({ value }: { value: string | Buffer }) => value.length <= MAX_GROWTH * MAX_BYTES_SEARCHED;
  const bodies = isSmall ? listOtherBodies(rawBody, parsed).filter(isTried) : [];
  const keys = listOtherKeys(secret, secretPrefix);
  const body = bodies.find(({ value }) => matches(secret, value));
  if (body) return [body.hint];
  const joined = isSmall && listJoined(rawBody, timestamp, nonce).find(({ value }) => matches(secret, value));
  if (joined) return [joined.hint];
  for (const key of keys) {
    if (matches(key.value, rawBody)) return [key.hint];
    const both = bodies.find(({ value }) => matches(key.value, value));
    if (both) return [key.hint, both.hint];
  }
  return isPlainHash(request, digest, algorithm)
    ? ['It is a plain hash of the body: use HMAC-SHA256, keyed with the signing secret.']
    : undefined;
}

function isPlainHash({ rawBody, secret }: SignedRequest, digest: Buffer, algorithm: string): boolean {
  const body = [rawBody];
  const plain = [body, [Buffer.from(secret), ...body], [...body, Buffer.from(secret)]];
  return plain.some((parts) => timingSafeEqual(createHash(algorithm).update(Buffer.concat(parts)).digest(), digest));
}

function adviseComparison({ secretPrefix }: SignedRequest): string[] {
  return [
    'Compare received.bodySha256 with the SHA-256 of the bytes you signed. If they differ, the body was changed between ' +
      'signing and arriving here: sign the exact bytes you send.',
    `If they are equal, the secret is another one: the current secret begins with ${secretPrefix}.`,
  ];
}
