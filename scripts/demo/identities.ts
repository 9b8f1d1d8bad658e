import type { Random } from './random.ts';

export interface Card {
  fingerprint: string;
  bin: string;
  last4: string;
  network: string;
}

/** Where someone is when they act. */
export interface Setting {
  device: string;
  ip: string;
  country: string;
}

/** Makes traits nobody has yet. */
export interface Identities {
  device(kind: string): string;
  /** An address in a network of its own. */
  ip(): string;
  card(): Card;
  email(): string;
  phone(): string;
  orderId(): string;
}

const FIRST_NAMES = ['ada', 'amir', 'bea', 'chen', 'dana', 'elif', 'emil', 'fatou', 'hugo', 'ines', 'jonas', 'kofi'];
const LAST_NAMES = ['berg', 'costa', 'diaz', 'evans', 'fischer', 'garcia', 'haas', 'ito', 'khan', 'lopez', 'mori'];
/** Ranges of the card networks' published test cards. */
const RANGES = [
  { bin: '424242', network: 'visa' },
  { bin: '400005', network: 'visa' },
  { bin: '401288', network: 'visa' },
  { bin: '555555', network: 'mastercard' },
  { bin: '520082', network: 'mastercard' },
  { bin: '378282', network: 'amex' },
] as const;

/**
 * Indicators hash alike in every tenant, so the same ring in two demo tenants would be a global threat from the start
 * of the second. Every trait therefore carries the run. Names, addresses (RFC 3849) and phone numbers (country code
 * 999) are none that anybody owns.
 *
 * @param run eight hexadecimal digits that tell this run from others
 */
export function createIdentities(random: Random, run: string): Identities {
  const count = createCounters();
  const group = run.slice(0, 4);
  return {
    device: (kind) => `${kind}-${run}-${count('device')}`,
    ip: () => `2001:db8:${group}:${count('network').toString(16)}::${random.integer(1, 0xffff).toString(16)}`,
    card: () => ({
      fingerprint: `card-${run}-${count('card')}`,
      last4: String(random.integer(0, 9_999)).padStart(4, '0'),
      ...random.pick(RANGES),
    }),
    email: () =>
      `${random.pick(FIRST_NAMES)}.${random.pick(LAST_NAMES)}.${count('email')}.${run}@${random.pick(['example.com', 'example.net', 'example.org'])}`,
    phone: () => `+999${String(Number.parseInt(run.slice(0, 7), 16)).padStart(9, '0')}${count('phone')}`,
    orderId: () => `order-${String(count('order')).padStart(5, '0')}`,
  };
}

function createCounters(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const value = (counts.get(name) ?? 0) + 1;
    counts.set(name, value);
    return value;
  };
}
