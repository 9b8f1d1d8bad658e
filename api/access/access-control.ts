import type { Access, Caller, RefreshCaller, RequestContext } from '../http/define-route.ts';

/** Turns the access of a route into checks, in the fixed order of contract section 1: 401, 403, 402. */
export interface AccessControl {
  /**
   * Called for `bearer` and `refresh` routes, before anything of the request is read but its headers.
   *
   * @returns a `Caller` for bearer routes, a `RefreshCaller` for refresh routes
   * @throws ApiError with the first check that fails
   */
  authorize(
    access: Access,
    request: Pick<RequestContext, 'headers' | 'ip'>,
  ): Promise<Caller | RefreshCaller | undefined>;
}
