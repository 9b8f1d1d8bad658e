import test from 'ava';
import { findUnsendable, readHeaders } from '../../console/src/screens/developers/doctor/read-headers.ts';
import { toBytes } from '../../console/src/screens/developers/doctor/body-bytes.ts';

const SIGNATURE = 'ab'.repeat(32);
const ALL = { 'x-event-signature': SIGNATURE, 'x-event-timestamp': '1795299502', 'x-event-nonce': 'n-1' };

const PASTED: Record<string, string> = {
  'lines of a request': `POST /api/events/ingest HTTP/1.1\r\nHost: example.com\r\nX-Event-Signature: ${SIGNATURE}\r\nX-Event-Timestamp:1795299502\r\nX-Event-Nonce:   n-1  \r\n`,
  'what curl -v prints': `> x-event-signature: ${SIGNATURE}\n> x-event-timestamp: 1795299502\n> x-event-nonce: n-1\n`,
  'a command line': `curl -H 'x-event-signature: ${SIGNATURE}' -H "x-event-timestamp: 1795299502" -H "x-event-nonce: n-1" http://x`,
  JSON: JSON.stringify(ALL),
  'a Python dictionary': `{'x-event-signature': '${SIGNATURE}', 'x-event-timestamp': 1795299502, 'x-event-nonce': 'n-1'}`,
  'a PHP array': `['x-event-signature' => '${SIGNATURE}', 'x-event-timestamp' => 1795299502, 'x-event-nonce' => "n-1"]`,
};

for (const [name, pasted] of Object.entries(PASTED)) {
  test(`the headers are found in ${name}`, (t) => t.deepEqual(readHeaders(pasted), ALL));
}

test('what may be wrong with a line is kept: quotes, prefixes, two values', (t) => {
  const read = (value: string) => readHeaders(`x-event-signature: ${value}`)['x-event-signature'];
  for (const value of ['"abc"', 'sha256=abc', 'abc, def', '']) t.is(read(value), value);
});

test('a header that is not there is left out', (t) => {
  t.deepEqual(readHeaders('content-type: application/json'), {});
  t.deepEqual(readHeaders('x-event-nonce: n-1'), { 'x-event-nonce': 'n-1' });
});

test('a header that no browser can send is told', (t) => {
  t.is(findUnsendable(ALL), undefined);
  t.regex(findUnsendable({ 'x-event-nonce': '“n-1”' }) ?? '', /^x-event-nonce holds a character/);
});

test('a body has the line ends that were chosen, and no other change', (t) => {
  const text = ' {"a":\n "ü"}\n';
  t.deepEqual(Buffer.from(toBytes(text, 'LF')).toString(), text);
  t.deepEqual(Buffer.from(toBytes(text, 'CRLF')).toString(), ' {"a":\r\n "ü"}\r\n');
});
