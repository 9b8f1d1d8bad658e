import type Koa from 'koa';
import type { RequestContext } from './define-route.ts';

/** What the parts of the HTTP layer tell each other about one request. */
export interface RequestState {
  requestId: string;
  /** The pattern of the route, for the log and the metrics; undefined until one matched. */
  route?: string;
  request?: RequestContext;
}

export type AppContext = Koa.ParameterizedContext<RequestState>;
