import { readLinkToken, type LinkKey } from '../../platform/link-token.ts';
import type { RouteRateLimit } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';

const HOUR_MS = 3_600_000;

/** Of the public routes around e-mail links: per client address, like registration. */
export const LINK_RATE_LIMIT: RouteRateLimit = {
  windowMs: HOUR_MS,
  limit: (config) => (config.NODE_ENV === 'production' ? config.ACCOUNT_REQUESTS_PER_HOUR : 0),
};

/**
 * Whose token it is, and what it is found by.
 *
 * @throws ApiError that of {@link refuseLink}, when it cannot be a token of ours
 */
export function readLink(token: string): LinkKey {
  const key = readLinkToken(token);
  if (!key) throw refuseLink();
  return key;
}

/** One answer for every token that does not work, whatever is wrong with it: nobody learns whether it ever did. */
export function refuseLink(): ApiError {
  return new ApiError('INVALID_CREDENTIALS', {
    message: 'The link is not valid: it was used before, replaced by a newer one, or has expired',
  });
}
