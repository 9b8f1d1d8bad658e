import test from 'ava';
import type { EmailContent } from '../../db/queries/emails.ts';
import { renderEmail } from '../../workers/email/render-email.ts';

const HOSTILE = `<img src=x onerror="alert('1')"> & Söhne`;
const link = 'https://app.example.com/verify?token=abc&next="x"';
const expiresAt = '2026-11-22T09:05:00.000Z';

const CONTENTS: EmailContent[] = [
  { template: 'verify-email', parameters: { fullName: HOSTILE, companyName: HOSTILE, link } },
  { template: 'verify-email', parameters: { companyName: 'Shop', link } },
  { template: 'password-reset', parameters: { fullName: HOSTILE, companyName: HOSTILE, link, expiresAt } },
  {
    template: 'invitation',
    parameters: { companyName: HOSTILE, invitedBy: HOSTILE, role: 'analyst', link, expiresAt },
  },
];

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a browser shows of the body. */
function readHtml(html: string): string {
  return html
    .slice(html.indexOf('<body'), html.indexOf('</body>'))
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

for (const [index, content] of CONTENTS.entries()) {
  test(`${content.template} (${index}): text and HTML say the same, and both show the link`, (t) => {
    const { subject, text, html } = renderEmail(content);
    t.deepEqual(wordsOf(readHtml(html)), wordsOf(text));
    t.true(text.includes(`\n${link}\n`));
    t.true(readHtml(html).includes(link));
    t.true(html.includes('href="https://app.example.com/verify?token=abc&amp;next=&quot;x&quot;"'));
    t.true(subject.includes(content.parameters.companyName));
  });

  test(`${content.template} (${index}): what was filled in stays text, and nothing is loaded from elsewhere`, (t) => {
    const { html } = renderEmail(content);
    const tags = new Set([...html.matchAll(/<\/?([a-z!]+)/g)].map((match) => match[1]));
    t.deepEqual([...tags].sort(), ['!doctype', 'a', 'body', 'head', 'html', 'meta', 'p', 'title']);
    t.notRegex(html, /\bsrc\s*=\s*["']|url\(|@import|<link/i);
  });
}

test('times are told in UTC', (t) => {
  const { text } = renderEmail({
    template: 'password-reset',
    parameters: { companyName: 'Shop', link, expiresAt },
  });
  t.regex(text, /until 22 November 2026 at 09:05 UTC\./);
});
