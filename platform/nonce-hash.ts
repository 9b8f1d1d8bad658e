import { createHash } from 'node:crypto';

/** 128 bits of a nonce as a UUID: what clients send has any length, what is stored has one. */
export function hashNonce(nonce: string): string {
  const hex = createHash('sha256').update(nonce).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
