import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Router from '@koa/router';
import { ApiError } from './http/errors.ts';
import type { RequestState } from './http/state.ts';

const FOLDER = path.join(import.meta.dirname, 'account-pages');
const HTML = 'text/html; charset=utf-8';

/** What is served below /account, and from which file. */
const FILES: Readonly<Record<string, { file: string; type: string }>> = {
  'verify-email': { file: 'verify-email.html', type: HTML },
  'reset-password': { file: 'reset-password.html', type: HTML },
  'accept-invitation': { file: 'accept-invitation.html', type: HTML },
  'forgot-password': { file: 'forgot-password.html', type: HTML },
  'account.js': { file: 'account.js', type: 'text/javascript; charset=utf-8' },
  'account.css': { file: 'account.css', type: 'text/css; charset=utf-8' },
};

/** The pages that links of e-mails open in a browser; they call the API like any client. The files are read once. */
export function addAccountPages(router: Router<RequestState>): void {
  const pages = new Map(
    Object.entries(FILES).map(([page, { file, type }]) => [
      page,
      { type, body: readFileSync(path.join(FOLDER, file)) },
    ]),
  );
  router.get('/account/:page', (context) => {
    context.state.route = '/account/:page';
    const page = pages.get(context.params.page ?? '');
    if (!page) throw new ApiError('NOT_FOUND');
    context.set('content-type', page.type);
    context.body = page.body;
  });
}
