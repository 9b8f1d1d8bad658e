import { createHmac, timingSafeEqual } from 'node:crypto';
import { verifyHmacHex } from '../../../platform/hashing.ts';

/** What a checkout link of the sandbox says. */
export interface CheckoutLink {
  companyId: string;
  subscriptionId: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** The secrets of the sandbox, both made from the key of secrets at rest: there is nothing to configure. */
export interface SandboxKeys {
  /** The hex HMAC-SHA256 of a notification, for the header `x-sandbox-signature`. */
  signNotification(body: string | Uint8Array): string;
  verifyNotification(body: Buffer, signature: string): boolean;
  /** The token of a checkout link: who does not have it cannot confirm by guessing an id. */
  makeToken(link: CheckoutLink): string;
  /** The link that this token was made for; undefined for any other token or subscription. Expired ones are returned. */
  readToken(subscriptionId: string, token: string): CheckoutLink | undefined;
}

const TOKEN = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

export function createSandboxKeys(encryptionKey: string): SandboxKeys {
  const derive = (purpose: string) => createHmac('sha256', encryptionKey).update(`sandbox ${purpose}`).digest('hex');
  const webhookSecret = derive('webhook');
  const checkoutSecret = derive('checkout');
  const mac = ({ companyId, subscriptionId, expiresAt }: CheckoutLink) =>
    createHmac('sha256', checkoutSecret).update(`${companyId} ${subscriptionId} ${expiresAt}`).digest('base64url');
  return {
    signNotification: (body) => createHmac('sha256', webhookSecret).update(body).digest('hex'),
    verifyNotification: (body, signature) => verifyHmacHex(webhookSecret, body, signature),
    makeToken: (link) => `${link.companyId}.${link.expiresAt}.${mac(link)}`,
    readToken: (subscriptionId, token) => {
      const [, companyId = '', expiresAt = '', given = ''] = TOKEN.exec(token) ?? [];
      const link = { companyId, subscriptionId, expiresAt: Number(expiresAt) };
      const expected = Buffer.from(mac(link));
      const matches = given.length === expected.length && timingSafeEqual(Buffer.from(given), expected);
      return matches ? link : undefined;
    },
  };
}
