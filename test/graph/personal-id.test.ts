import test from 'ava';
import fc from 'fast-check';
import { isPersonalId, maskUserId } from '../../api/graph/personal-id.ts';
import { presentGraph } from '../../api/graph/present.ts';
import { SUPPRESSED } from '../../api/graph/standing-then.ts';

const PERSONAL = [
  'ada@example.com',
  'mailto:ada@example.com',
  'ada%40example.com',
  'ada＠example.com',
  '@@example.com@x',
  '203.0.113.7',
  '203.0.113.7:443',
  'ip-203.0.113.7',
  '2001:db8::1',
  '[2001:DB8::1]:443',
  '2001:db8:0:0:0:0:0:1',
  'fe80::1%eth0',
  '::ffff:203.0.113.7',
  '2001:db8::/64',
  'ip:2001:db8::1',
  '+14155550100',
  '+1 (415) 555-0100',
  'tel:+1-415-555-0100',
  'phone:4155550',
  '0014155550100',
  '4155550100',
  '(415) 555-0100',
  '415.555.0100 ext. 12',
  '555-0100',
  '91234567',
  '0612345',
  '٤١٥٥٥٥٠١٠٠',
  '4155550100'.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  '+1\u200b415\u200b555\u200b0100',
  '415–555–0100',
];
const PLAIN = [
  'user-42',
  'u',
  '42',
  '1234567',
  '12345678901234567',
  '3f2b9c1e-7a4d-4c55-9e0b-2d6f8a1b3c4d',
  '12345678-1234-4234-8234-123456789012',
  'cus_NffrFeUfNV2Hib',
  'auth0|507f1f77bcf86cd799439011',
  '@ada',
  'shop:42',
  'Jürgen Müller',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '100% real',
];

test('what people would read as an e-mail address, phone number or IP address is personal', (t) => {
  t.deepEqual(
    PERSONAL.filter((id) => !isPersonalId(id)),
    [],
  );
});

test('plain ids are shown as they are', (t) => {
  t.deepEqual(
    PLAIN.filter((id) => maskUserId(id) !== id),
    [],
  );
});

test('masking keeps the first 3 and last 2 characters, and nothing of what is too short', (t) => {
  t.is(maskUserId('ada@example.com'), 'ada***om');
  t.is(maskUserId('+14155550100'), '+14***00');
  t.is(maskUserId('203.0.113.7'), '203***.7');
  t.is(maskUserId('a@b.c'), '***');
  t.is(maskUserId('::1'), '***');
  t.is(maskUserId('ada%2540example.com'), 'ada***om', 'encoded twice');
  t.is(maskUserId('a@z***uv'), '***', 'what looks masked already');
});

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(''));
const separated = fc
  .tuple(digits(2, 4), digits(3, 4), digits(3, 4), fc.constantFrom(' ', '-', '.', '/', ') '))
  .map(([area, exchange, line, separator]) => [area, exchange, line].join(separator));
const personalId = fc.oneof(
  fc.emailAddress(),
  fc.ipV4(),
  fc
    .ipV4Extended()
    .filter((ip) => ip.split('.').length === 4 && !/x/i.test(ip) && ip.split('.').every((n) => n.length <= 3)),
  fc.ipV6(),
  digits(7, 15).map((number) => `+${number}`),
  digits(7, 15).map((number) => `00${number}`),
  digits(8, 15),
  separated,
  separated.map((number) => `+1 ${number}`),
);

test('property: no e-mail address, phone number or IP used as user id stands anywhere in a graph', (t) => {
  const user = (key: string, userId: string) => ({ key, userId, standing: SUPPRESSED });
  fc.assert(
    fc.property(personalId, personalId, (seed, peer) => {
      const graph = presentGraph({
        seed: user('3f2b9c1e-aaaa-4c55-9e0b-2d6f8a1b3c4d', seed),
        indicators: [{ key: '5f0f2f0e-bbbb-4b43-9d53-1c0f6c3c5f6d', type: 'email', isGlobalThreat: false }],
        peers: [{ ...user('7c9e6679-cccc-40de-944b-e07fc1f90ae7', peer), shares: [0] }],
        enrichment: { cardBins: [], countries: [] },
      });
      // Keys contain digits of their own, and stand behind "::"; an address that short is inside of any text.
      const json = JSON.stringify(graph).replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<key>');
      return [seed, peer].every((id) => id.length < 4 || !json.includes(JSON.stringify(id).slice(1, -1)));
    }),
    { numRuns: 5_000 },
  );
  t.pass();
});

test('property: masking leaves at most five characters of a personal id', (t) => {
  fc.assert(
    fc.property(personalId, (id) => {
      const masked = maskUserId(id);
      const kept = [...id];
      return masked === '***' || masked === `${kept.slice(0, 3).join('')}***${kept.slice(-2).join('')}`;
    }),
    { numRuns: 5_000 },
  );
  t.pass();
});
