import { createHash, randomBytes } from 'node:crypto';

/** The half of a token that is kept: it finds the row, and nobody can make the token out of it. */
export interface LinkKey {
  companyId: string;
  /** SHA-256. */
  hash: Buffer;
}

/** Where people open links of e-mails, below the public URL. */
export type AccountPage = 'verify-email' | 'reset-password' | 'accept-invitation';

const COMPANY_BYTES = 16;
const RANDOM_BYTES = 32;
/** 48 bytes are exactly 64 characters: no two texts are the same token. */
const TOKEN = /^[\w-]{64}$/;

/** A new single-use token. It names its company, so that it is never looked for anywhere else. */
export function createLinkToken(companyId: string): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(companyId.replaceAll('-', ''), 'hex'), randomBytes(RANDOM_BYTES)]);
  return { token: bytes.toString('base64url'), hash: hashToken(bytes) };
}

/** @returns undefined for what cannot be a token of ours */
export function readLinkToken(token: string): LinkKey | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const hex = bytes.toString('hex', 0, COMPANY_BYTES);
  const companyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { companyId, hash: hashToken(bytes) };
}

/**
 * The link of an e-mail. The token is in the fragment, which browsers send to nobody: neither logs nor referrers have it.
 * No equals sign: mail programs write it in a way that nobody could copy from the file of an e-mail.
 */
export function formatAccountLink(publicUrl: string, page: AccountPage, token: string): string {
  return `${publicUrl}/account/${page}#${token}`;
}

function hashToken(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
