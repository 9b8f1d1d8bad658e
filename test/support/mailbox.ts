import { openEmail, type ClaimedEmail, type EmailTemplate } from '../../db/queries/emails.ts';
import { waitUntil } from '../jobs/support.ts';
import { startService, type Service } from './service.ts';
import { startSmtpServer, type ReceivedMail } from './smtp.ts';
import { startWorkers } from './workers.ts';

/** A service whose workers send e-mails over a real SMTP server. */
export interface MailService {
  service: Service;
  mails: ReceivedMail[];
  /** Waits until this person has so many e-mails with these words in the subject; reads the newest. */
  waitForMail(recipient: string, words: string, count?: number): Promise<ReceivedMail>;
  /** The same, and takes the token out of its link. */
  waitForToken(recipient: string, words: string, count?: number): Promise<string>;
  close(): Promise<void>;
}

export const CONFIRM = 'Confirm your e-mail address';
export const RESET = 'Reset your password';
export const INVITES = 'invites you';

export async function startMailService(environment: Record<string, string> = {}): Promise<MailService> {
  const closers: (() => Promise<void>)[] = [];
  const { url, mails } = await startSmtpServer({ teardown: (close) => void closers.push(close) });
  const service = await startService({ environment: { SMTP_URL: url, ...environment } });
  closers.unshift(() => service.close());
  const close = async () => {
    for (const closer of closers) await closer();
  };
  const workers = await startWorkers(service, ['email', 'password-reset']).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  closers.unshift(() => workers.close());
  const listMails = (recipient: string, words: string) =>
    mails.filter(({ recipients, headers }) => recipients.includes(recipient) && headers['subject']?.includes(words));
  const waitForMail = async (recipient: string, words: string, count = 1) => {
    await waitUntil(() => listMails(recipient, words).length >= count, `${count} e-mails: ${words}`);
    return listMails(recipient, words).at(-1) as ReceivedMail;
  };
  return {
    service,
    mails,
    waitForMail,
    waitForToken: async (...mail) => readToken((await waitForMail(...mail)).text),
    close,
  };
}

/** The token of the link in a text. */
export function readToken(text: string): string {
  const token = /#([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in ${text}`);
  return token;
}

/** The token of an e-mail that waits for workers, of a service that has none. */
export async function readStoredToken(
  { database, dependencies }: Service,
  companyId: string,
  template: EmailTemplate,
): Promise<string> {
  const email = await database.db
    .knex('emails')
    .where({ company_id: companyId, template })
    .orderBy('id', 'desc')
    .first<ClaimedEmail>();
  return readToken(openEmail(email, dependencies.secrets).parameters.link);
}
