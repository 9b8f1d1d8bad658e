import type { SearchSchemaInput } from '@tanstack/react-router';

export interface SignInSearch {
  /** Where to go afterwards. */
  next?: string;
  /** A session was there, and has ended. */
  ended?: true;
  /** Filled in, for whoever was sent a link. */
  companyId?: string;
}

export function readSignInSearch({
  next,
  ended,
  companyId,
}: Record<string, unknown> & SearchSchemaInput): SignInSearch {
  return {
    // Only a path of this console: a link must not lead people elsewhere.
    ...(typeof next === 'string' && /^\/(?![/\\])/.test(next) && { next }),
    ...(ended === true && { ended }),
    ...(typeof companyId === 'string' && { companyId }),
  };
}
