import type { Config } from '../../platform/config.ts';
import { ApiError } from './errors.ts';
import type { AppContext } from './state.ts';

/** The cookie of a console session: what the request brought, and what its answer does to it. */
export interface SessionCookie {
  /** @returns undefined when the request has none */
  read(): string | undefined;
  /** @param endsAt until when the browser keeps it */
  write(value: string, endsAt: Date): void;
  /** Takes it from the browser, if it has one: a sign-in under way in another tab keeps the cookie it is about to get. */
  clear(): void;
}

/**
 * Prepares the cookie for the routes that use it. HttpOnly: no script reads it. SameSite=Strict, and a look at where each
 * request is from: browsers send it to us from our own pages only. `__Host-`: no other host of the domain can set it.
 *
 * @returns opens the cookie of a request; throws FORBIDDEN for a request that a page of another site makes
 */
export function prepareSessionCookie({ publicUrl }: Pick<Config, 'publicUrl'>): (context: AppContext) => SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-console' : 'console';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const publicHost = hostOf(publicUrl);
  return (context) => {
    if (!isSameOrigin(context, publicHost)) {
      throw new ApiError('FORBIDDEN', { message: 'Only pages of this service may call this' });
    }
    const set = (value: string, expires: Date): void =>
      void context.res.setHeader('set-cookie', `${name}=${value}; ${attributes}; Expires=${expires.toUTCString()}`);
    const read = (): string | undefined => readCookie(context.req.headers.cookie, name);
    const clear = (): void => (read() === undefined ? undefined : set('', new Date(0)));
    return { read, write: set, clear };
  };
}

/**
 * Whether a request comes from a page of our own, or from no page at all: from an address bar, or from a program, which
 * has no cookie but its own. Behind a proxy the host is the forwarded one if it is trusted, or that of PUBLIC_URL.
 */
function isSameOrigin(context: AppContext, publicHost: string | undefined): boolean {
  const { 'sec-fetch-site': site, origin } = context.req.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  const host = hostOf(origin);
  return host !== undefined && (host === context.host || host === publicHost);
}

/** The host and port of a URL; undefined for what has none, such as the origin `null`. */
function hostOf(url: string): string | undefined {
  return (URL.canParse(url) && new URL(url).host) || undefined;
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = header?.split(/; */).find((text) => text.startsWith(prefix));
  return pair?.slice(prefix.length);
}
