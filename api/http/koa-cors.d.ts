/** The part of @koa/cors 5 we use; the package ships no types. */
declare module '@koa/cors' {
  import type { Context, Middleware } from 'koa';

  interface CorsOptions {
    /** The origin to allow for a request; an empty string: none. */
    origin: (context: Context) => string;
    allowMethods?: string[];
    allowHeaders?: string[];
    exposeHeaders?: string[];
    /** Seconds a preflight answer may be kept. */
    maxAge?: number;
  }

  export default function cors(options: CorsOptions): Middleware;
}
