import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setting } from './browser.ts';

const TIMEOUT_MS = 20_000;
const POLL_MS = 200;

/** The link of the newest e-mail to an address, on a page of the service; waits for the worker that writes it. */
export async function waitForLink(recipient: string, page: string): Promise<string> {
  const pattern = new RegExp(`https?://[^\\s"<]+/account/${page}#[\\w-]+`);
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const link = listMails(recipient).map((mail) => pattern.exec(mail)?.[0]);
    const newest = link.findLast(Boolean);
    if (newest) return newest;
    await sleep(POLL_MS);
  }
  throw new Error(`no e-mail to ${recipient} with a link to ${page}`);
}

/** The mails of the outbox, the oldest first; without the line breaks of their encoding. */
function listMails(recipient: string): string[] {
  const outbox = path.join(setting.dataDir, 'outbox');
  const files = readdirSync(outbox, { withFileTypes: true }).filter((file) => file.isFile());
  const mails = files
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(path.join(outbox, name), 'utf8').replace(/=\r?\n/g, ''));
  return mails.filter((mail) => mail.includes(recipient));
}
