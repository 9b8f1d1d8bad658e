import type { EntityType } from './vocabulary.ts';

/** One trait of a request that velocity, graph and indicators are counted around; the value is normalised, not hashed. */
export interface Entity {
  type: EntityType;
  value: string;
}

/** The identity signals of a request, from whichever field they came in (contract section 3). */
export interface IdentityFields {
  userId: string;
  email?: string | undefined;
  ipAddress?: string | undefined;
  deviceFingerprint?: string | undefined;
  phoneNumber?: string | undefined;
  paymentMethodHash?: string | undefined;
  shippingAddressHash?: string | undefined;
  cardBin?: string | undefined;
}

/**
 * The entities of a request, the user first. Empty and meaningless values are left out, so that "unknown" does not
 * connect strangers.
 */
export function extractEntities(fields: IdentityFields): Entity[] {
  const candidates: [EntityType, string | undefined][] = [
    ['device', trimmed(fields.deviceFingerprint)],
    ['ip', normaliseIp(meaningful(fields.ipAddress))],
    ['email', normaliseEmail(fields.email)],
    ['phone', normalisePhone(fields.phoneNumber)],
    ['payment', trimmed(fields.paymentMethodHash)],
    ['card_bin', trimmed(fields.cardBin)],
    ['address', trimmed(fields.shippingAddressHash)],
  ];
  const entities: Entity[] = [{ type: 'user', value: fields.userId }];
  for (const [type, value] of candidates) {
    if (meaningful(value) !== undefined && value !== undefined) entities.push({ type, value });
  }
  return entities;
}

/** Placeholders that client libraries send for "not known". */
const MEANINGLESS = new Set([
  '',
  'unknown',
  'null',
  'undefined',
  'none',
  'n/a',
  'na',
  '-',
  '0',
  '0.0.0.0',
  '127.0.0.1',
  '::',
  '::1',
]);

/** The value, unless it is a placeholder or nothing but zeros. */
function meaningful(value: string | undefined): string | undefined {
  const text = value?.trim().toLowerCase() ?? '';
  return MEANINGLESS.has(text) || /^0+$/.test(text) ? undefined : value;
}

function trimmed(value: string | undefined): string | undefined {
  return value?.trim();
}

/** Providers that ignore dots in the local part. */
const DOTLESS_PROVIDERS = new Set(['gmail.com', 'googlemail.com']);

/** Lower case, no `+tag`, no dots where the provider ignores them: aliases of one mailbox are one indicator. */
export function normaliseEmail(value: string | undefined): string | undefined {
  const email = value?.trim().toLowerCase();
  const at = email?.lastIndexOf('@') ?? -1;
  if (email === undefined || at < 1) return email;
  const domain = email.slice(at + 1);
  const untagged = email.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return DOTLESS_PROVIDERS.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

/** Digits only; a leading `00` is the international prefix `+`. */
export function normalisePhone(value: string | undefined): string | undefined {
  return value?.replace(/\D/g, '').replace(/^00/, '');
}

/** IPv4 as it is (also when mapped into IPv6); IPv6 by its /64, the network of one subscriber. */
export function normaliseIp(value: string | undefined): string | undefined {
  const ip = value?.trim().toLowerCase();
  if (ip === undefined || !ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(ip);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? start
      : [...start, ...Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
