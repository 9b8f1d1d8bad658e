import cors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Config } from '../../platform/config.ts';

const PREFLIGHT_MAX_AGE_SECONDS = 600;
const SELF = ["'self'"];
const NONE = ["'none'"];

/**
 * Headers that keep browsers to what our own pages need: nothing inline, nothing from other hosts, no framing. They are
 * the same for every answer, so koa-helmet is asked once, not per request.
 */
export function collectSecurityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): readonly [string, string][] {
  const headers: [string, string][] = [];
  const recorder = {
    req: {},
    res: { setHeader: (name: string, value: string) => void headers.push([name, value]), removeHeader: () => {} },
  } as unknown as Context;
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: NONE,
        scriptSrc: SELF,
        styleSrc: SELF,
        // Swagger UI keeps its icons in its style sheet.
        imgSrc: ["'self'", 'data:'],
        fontSrc: SELF,
        connectSrc: SELF,
        formAction: SELF,
        baseUri: NONE,
        frameAncestors: NONE,
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
  });
  // The headers are set before the promise is returned.
  void middleware(recorder, () => Promise.resolve());
  return headers;
}

/** CORS for the configured origins only; tokens travel in a header, so no credentials mode is needed. */
export function createCors({ corsOrigins }: Pick<Config, 'corsOrigins'>): Middleware {
  const allowed = new Set(corsOrigins);
  return cors({
    origin: (context) => {
      const origin = context.get('origin');
      return allowed.has(origin) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'x-request-id'],
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
}
