import type { EmailContent, EmailParameters, EmailTemplate } from '../../db/queries/emails.ts';

/** What an e-mail says, before it is laid out as text and as HTML. */
export interface Letter {
  subject: string;
  paragraphs: string[];
  action: { label: string; link: string };
  /** After the link. */
  closing: string[];
}

/** The words of every e-mail of the service (contract section 2). */
const TEMPLATES: { [Template in EmailTemplate]: (parameters: EmailParameters[Template]) => Letter } = {
  'verify-email': ({ fullName, companyName, link }) => ({
    subject: `Confirm your e-mail address for ${companyName}`,
    paragraphs: [greet(fullName), `please confirm that this is the e-mail address of your account at ${companyName}.`],
    action: { label: 'Confirm e-mail address', link },
    closing: ['If you did not open an account, you can ignore this e-mail.'],
  }),
  'password-reset': ({ fullName, companyName, link, expiresAt }) => ({
    subject: `Reset your password for ${companyName}`,
    paragraphs: [greet(fullName), `somebody asked to reset the password of your account at ${companyName}.`],
    action: { label: 'Choose a new password', link },
    closing: [
      `The link works once, until ${describeTime(expiresAt)}.`,
      'If it was not you, you can ignore this e-mail: your password stays as it is.',
    ],
  }),
  invitation: ({ companyName, invitedBy, role, link, expiresAt }) => ({
    subject: `${invitedBy} invites you to ${companyName}`,
    paragraphs: ['Hello,', `${invitedBy} invites you to join ${companyName} in the role ${role}.`],
    action: { label: 'Accept the invitation', link },
    closing: [
      `The link works once, until ${describeTime(expiresAt)}.`,
      'If you do not know the sender, you can ignore this e-mail.',
    ],
  }),
};

/** Fills a template. */
export function writeLetter({ template, parameters }: EmailContent): Letter {
  return TEMPLATES[template](parameters as never);
}

function greet(fullName: string | undefined): string {
  return fullName ? `Hello ${fullName},` : 'Hello,';
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

function describeTime(iso: string): string {
  return `${TIME.format(new Date(iso))} UTC`;
}
