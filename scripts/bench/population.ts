/*
 * Who the load comes from: the same users for the load generator and for pre-loaded history, all derived from the number
 * of the user. A few are very active, and devices, addresses and cards are shared the way they are in a real shop.
 */

/** The identity fields of one user's requests. */
export interface Profile {
  userId: string;
  email: string;
  phone: string;
  ip: string;
  device: string;
  payment: string;
  cardBin: string;
  address: string;
}

/** Who there is. */
export interface Population {
  users: number;
  /** Whether the first user makes a tenth of all requests, and all users share one address. */
  hot: boolean;
}

/** The share of requests that a hot user makes. */
export const HOT_SHARE = 0.1;

/** Flattens the head of the distribution: with 20,000 users the first one makes 0.7 % of all requests. */
export const SKEW_SHIFT = 20;
const NETWORKS = 6_000;
const CARD_BINS = 300;
const SHARED_DEVICES = 1_500;
const SHARED_PAYMENTS = 300;
const SHARED_ADDRESSES = 1_500;

/**
 * A rank with a Zipf-like (Zipf–Mandelbrot, exponent 1) popularity.
 *
 * @param uniform from 0 to 1, 1 not in it
 * @returns 0 to count - 1, low ranks more often
 */
export function skewedRank(uniform: number, count: number): number {
  return Math.floor(SKEW_SHIFT * ((count + SKEW_SHIFT) / SKEW_SHIFT) ** uniform - SKEW_SHIFT);
}

/** The number of the user whose request comes next. */
export function drawUser({ users, hot }: Population): number {
  return hot && Math.random() < HOT_SHARE ? 0 : skewedRank(Math.random(), users);
}

/** The user with this number, always the same. */
export function profileOf(user: number, { hot }: Pick<Population, 'hot'>): Profile {
  const network = hot ? 0 : skewedRank(scatter(user, 1), NETWORKS);
  const shared = (salt: number, share: number, count: number) =>
    scatter(user, salt) < share ? `shared-${skewedRank(scatter(user, salt + 100), count)}` : `own-${user}`;
  return {
    userId: `bench-user-${user}`,
    email: `bench.user.${user}@example.com`,
    phone: `+1555${String(user).padStart(7, '0')}`,
    // The block of addresses set aside for benchmarks (RFC 2544).
    ip: `198.18.${network >> 8}.${network & 255}`,
    device: `device-${shared(2, 0.2, SHARED_DEVICES)}`,
    payment: `payment-${shared(3, 0.03, SHARED_PAYMENTS)}`,
    cardBin: String(400_000 + skewedRank(scatter(user, 4), CARD_BINS)),
    address: `address-${shared(5, 0.1, SHARED_ADDRESSES)}`,
  };
}

/** A number from 0 to 1 that looks random but depends on its inputs alone (the finaliser of MurmurHash3). */
function scatter(user: number, salt: number): number {
  let hash = Math.imul(user + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
