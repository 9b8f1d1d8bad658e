import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A 128-bit keyed hash written as a UUID: how personal data is compared without being kept. */
export type HashKey = string;

/** Hashes values under one server key, so that nobody without it can test guesses. */
export interface KeyedHasher {
  /**
   * @param domain what kind of value it is; equal values of different domains have unrelated hashes
   * @param value already normalised
   */
  hash(domain: string, value: string): HashKey;
}

/** HMAC-SHA256, cut to 128 bits. */
export function createKeyedHasher(key: string): KeyedHasher {
  return {
    hash: (domain, value) => {
      const hex = createHmac('sha256', key).update(domain).update('\0').update(value).digest('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
    },
  };
}

/** The entity of a whole tenant: its amounts, events and clock are the background of each of its users'. */
export function tenantKeyOf(hasher: KeyedHasher, companyId: string): HashKey {
  return hasher.hash('tenant', companyId);
}

/** A user of a tenant. Users belong to their tenant: the same id in another one is another user. */
export function userKeyOf(hasher: KeyedHasher, companyId: string, userId: string): HashKey {
  return hasher.hash(`user:${companyId}`, userId);
}

/** The first 64 bits of a hash as a signed decimal integer: enough to count distinct values, half the size to store. */
export function fingerprintOf(key: HashKey): string {
  return BigInt.asIntN(64, BigInt(`0x${key.slice(0, 8)}${key.slice(9, 13)}${key.slice(14, 18)}`)).toString();
}

/** Encrypts secrets that must be readable later (AES-256-GCM, a fresh nonce each time, bound to its owner). */
export interface SecretBox {
  /** @param owner the row it belongs to; a ciphertext moved to another owner does not open */
  seal(plaintext: string, owner: string): string;
  /** @throws Error when the text was changed, belongs to another owner or was sealed under another key */
  open(sealed: string, owner: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretBox(encryptionKey: string): SecretBox {
  const key = createHash('sha256').update(encryptionKey).digest();
  return {
    seal: (plaintext, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/**
 * Whether `signature` is the hex HMAC-SHA256 of `body` under `secret`, in constant time (spec section 5.3).
 */
export function verifyHmacHex(secret: string, body: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return (
    signature.length === expected.length * 2 && given.length === expected.length && timingSafeEqual(given, expected)
  );
}

/** A new signing secret: 256 random bits, recognisable by its prefix in a log or a leak scan. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
