import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const COOKIE = new RegExp(`^(${UUID})\\.(${UUID})\\.([\\w-]{43})$`);

/** What the cookie of the console names, and the half of its secret that is kept. */
export interface ConsoleCookie {
  companyId: string;
  sessionId: string;
  /** SHA-256. */
  hash: Buffer;
}

/** A new cookie. It names its company, so that its session is never looked for anywhere else. */
export function createConsoleCookie(companyId: string, sessionId: string): { value: string; hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { value: `${companyId}.${sessionId}.${secret}`, hash: hashSecret(secret) };
}

/** @returns undefined for what cannot be a cookie of ours */
export function readConsoleCookie(value: string): ConsoleCookie | undefined {
  const [, companyId, sessionId, secret] = COOKIE.exec(value) ?? [];
  if (!companyId || !sessionId || !secret) return undefined;
  return { companyId, sessionId, hash: hashSecret(secret) };
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
