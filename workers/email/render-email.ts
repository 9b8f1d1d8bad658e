import type { EmailContent } from '../../db/queries/emails.ts';
import { writeLetter, type Letter } from './templates.ts';

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

/** An e-mail as plain text and as HTML of the same words. */
export function renderEmail(content: EmailContent): RenderedEmail {
  const letter = writeLetter(content);
  return { subject: letter.subject, text: layOutText(letter), html: layOutHtml(letter) };
}

function layOutText({ paragraphs, action, closing }: Letter): string {
  return `${[...paragraphs, `${action.label}\n${action.link}`, ...closing].join('\n\n')}\n`;
}

/** No pictures, styles or scripts from elsewhere: nothing is loaded when it is read. */
function layOutHtml({ subject, paragraphs, action, closing }: Letter): string {
  const link = escapeHtml(action.link);
  const lines = [
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    `<p><a href="${link}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
    `<p style="word-break:break-all">${link}</p>`,
    ...closing.map((text) => `<p>${escapeHtml(text)}</p>`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${BODY}">
${lines.join('\n')}
</body>
</html>
`;
}

const BODY =
  'max-width:36em;margin:2em auto;padding:0 1em;font:16px/1.5 sans-serif;color:#1a1a1a;background-color:#ffffff';
const BUTTON =
  'display:inline-block;padding:0.6em 1.2em;border-radius:4px;color:#ffffff;background-color:#1d4ed8;text-decoration:none';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
