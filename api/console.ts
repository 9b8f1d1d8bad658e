import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Middleware } from 'koa';
import type { AppContext, RequestState } from './http/state.ts';

/** What `npm run build:console` writes, and `npm start` when it is missing or older than its sources. */
const BUILT = path.join(import.meta.dirname, '..', 'console', 'dist');
const PAGE = 'index.html';
/** Stands in the built page where the nonce of the answer belongs (console/vite.config.ts). */
const NONCE_PLACEHOLDER = /CSP_NONCE/g;
const NONCE_BYTES = 16;
/** Nearly as small as the best, in a tenth of the time. */
const BROTLI_QUALITY = 6;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** The names of these files change with what is in them. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_AN_HOUR = 'public, max-age=3600';

interface BuiltFile {
  type: string;
  etag: string;
  cacheControl: string;
  /** By encoding, the smallest first. */
  bodies: readonly (readonly [encoding: 'br' | 'gzip' | 'identity', body: Buffer])[];
}

interface Build {
  page: string;
  files: ReadonlyMap<string, BuiltFile>;
}

/**
 * The console: its built files, and for every other address that a browser opens its one page, which finds the screen.
 * Files are read and compressed when first asked for, then kept. Without a build `/` leads to the API reference.
 *
 * @param folder of the build
 */
export function createConsole(folder = BUILT): Middleware<RequestState> {
  let build: Promise<Build | undefined> | undefined;

  async function findBuild(): Promise<Build | undefined> {
    build ??= readBuild(folder);
    const found = await build;
    // It may be built later, while this process runs.
    if (!found) build = undefined;
    return found;
  }

  return async (context: AppContext, next: () => Promise<void>) => {
    const { method, path: asked } = context;
    if ((method !== 'GET' && method !== 'HEAD') || asked.startsWith('/api/')) return next();
    const found = await findBuild();
    const file = found?.files.get(asked);
    if (file) sendFile(context, file);
    else if (found && isPageRequest(context)) sendPage(context, found.page);
    else if (asked === '/') context.redirect('/docs');
    else return next();
    context.state.route = '/console';
  };
}

/**
 * Whether a browser opens an address. Programs take anything, and are told that there is nothing; nor must a file that is
 * gone be answered with a page.
 */
function isPageRequest({ headers, path: asked }: AppContext): boolean {
  return asked === '/' || (path.extname(asked) === '' && (headers.accept ?? '').includes('text/html'));
}

async function readBuild(folder: string): Promise<Build | undefined> {
  const page = await readFile(path.join(folder, PAGE), 'utf8').catch(() => undefined);
  if (page === undefined) return undefined;
  const names = await readdir(folder, { recursive: true });
  const served = names.map((name) => name.split(path.sep).join('/')).filter((name) => path.extname(name) in TYPES);
  const files = await Promise.all(served.map(async (name) => [`/${name}`, await readBuiltFile(folder, name)] as const));
  return { page, files: new Map(files) };
}

async function readBuiltFile(folder: string, name: string): Promise<BuiltFile> {
  const body = await readFile(path.join(folder, name));
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(body),
  ]);
  return {
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    cacheControl: name.startsWith('assets/') ? FOR_EVER : FOR_AN_HOUR,
    bodies: [
      ['br', br],
      ['gzip', gz],
      ['identity', body],
    ],
  };
}

function sendFile(context: AppContext, { type, etag, cacheControl, bodies }: BuiltFile): void {
  context.set({ 'content-type': type, 'cache-control': cacheControl, etag, vary: 'accept-encoding' });
  context.status = 200;
  if (context.fresh) {
    context.status = 304;
    return;
  }
  const accepted = context.acceptsEncodings('br', 'gzip', 'identity');
  const [encoding, body] = bodies.find(([name]) => name === accepted) ?? (['identity', bodies.at(-1)?.[1]] as const);
  if (encoding !== 'identity') context.set('content-encoding', encoding);
  context.body = body;
}

/** Each answer has a nonce of its own, for the one style element that a dialog needs. */
function sendPage(context: AppContext, page: string): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const policy = context.response.get('content-security-policy');
  context.set('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`));
  context.set('content-type', 'text/html; charset=utf-8');
  context.body = page.replace(NONCE_PLACEHOLDER, nonce);
}
