import test from 'ava';
import { extractEntities, normaliseEmail, normaliseIp, normalisePhone } from '../../engine/entities.ts';

test('aliases of one mailbox are one indicator', (t) => {
  t.is(normaliseEmail(' Ada.Lovelace+shop@GMail.com '), 'adalovelace@gmail.com');
  t.is(normaliseEmail('ada.lovelace@googlemail.com'), 'adalovelace@gmail.com');
  t.is(normaliseEmail('Ada.Lovelace+x@Example.com'), 'ada.lovelace@example.com');
  t.is(normaliseEmail('+x@example.com'), '+x@example.com');
  t.is(normaliseEmail('not an address'), 'not an address');
});

test('the ways to write one phone number are one indicator', (t) => {
  for (const number of ['+1 (415) 555-0100', '0014155550100', '1-415-555-0100'])
    t.is(normalisePhone(number), '14155550100');
});

test('IPv6 addresses count by the network of their subscriber', (t) => {
  t.is(normaliseIp('2001:DB8:0:1:aaaa::1'), '2001:db8:0:1::/64');
  t.is(normaliseIp('2001:db8:0:1:bbbb:cccc:dddd:2'), '2001:db8:0:1::/64');
  t.is(normaliseIp('2001:db8::1'), '2001:db8:0:0::/64');
  t.is(normaliseIp('fe80::1%eth0'), 'fe80:0:0:0::/64');
  t.is(normaliseIp('::ffff:203.0.113.7'), '203.0.113.7');
  t.is(normaliseIp(' 203.0.113.7 '), '203.0.113.7');
});

test('what says nothing connects nobody', (t) => {
  const entities = extractEntities({
    userId: 'u',
    email: '',
    ipAddress: '0.0.0.0',
    deviceFingerprint: ' unknown ',
    phoneNumber: '--',
    paymentMethodHash: 'NULL',
  });
  t.deepEqual(entities, [{ type: 'user', value: 'u' }]);
});

test('the user comes first, then each indicator that was sent', (t) => {
  const types = extractEntities({
    userId: 'u',
    email: 'a@b.c',
    ipAddress: '1.2.3.4',
    deviceFingerprint: 'd',
    phoneNumber: '1',
    paymentMethodHash: 'p',
    shippingAddressHash: 's',
    cardBin: '411111',
  }).map(({ type }) => type);
  t.deepEqual(types, ['user', 'device', 'ip', 'email', 'phone', 'payment', 'card_bin', 'address']);
});
