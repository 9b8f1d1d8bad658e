import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { SMTPServer } from 'smtp-server';
import { isLoopbackAddress, isPublicAddress } from '../../platform/address-rules.ts';
import { createHostResolver, type ResolveHost } from '../../platform/resolve-host.ts';
import { checkTargetUrl, createSafePost, TargetRefusedError, type OutboundRequest } from '../../platform/safe-fetch.ts';
import { TimeoutError } from '../../platform/with-timeout.ts';
import { waitUntil } from '../jobs/support.ts';
import { answerWith, flood, hang, startReceiver } from '../support/webhook-receiver.ts';

const PUBLIC = '93.184.215.14';
const NOT_ALLOWED = { instanceOf: TargetRefusedError, message: 'address not allowed' };

const aRequest = (url: string, fields: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  headers: {},
  body: '{}',
  timeoutMs: 5_000,
  maxAnswerBytes: 1_024,
  signal: new AbortController().signal,
  ...fields,
});

/** Answers the first question with the first list and so on; the last list answers all that follow. */
function resolvingTo(...answers: string[][]): ResolveHost & { asked: () => number } {
  let asked = 0;
  const resolve = () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)] ?? []);
  return Object.assign(resolve, { asked: () => asked });
}

test('public addresses are told from all others', (t) => {
  const yes = ['8.8.8.8', '1.1.1.1', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'];
  const yes6 = ['2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2001:4860:4860::8888'];
  for (const address of [...yes, ...yes6]) t.true(isPublicAddress(address), address);
  const own = ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.255', '169.254.169.254', '255.255.255.255'];
  const networks = ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.255.1', '100.64.0.1'];
  const special = [
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '192.88.99.1',
  ];
  const groups = ['224.0.0.1', '239.255.255.255', '240.0.0.1'];
  const own6 = ['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fdff::1', 'fec0::1', 'ff02::1', '100::1'];
  const special6 = ['2001:db8::1', '3fff::1', '2001:2::1', '2001:20::1', '4000::1', '64:ff9b:1::8.8.8.8'];
  const embedding = ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::10.0.0.1'];
  const tunnels = ['64:ff9b::a9fe:a9fe', '2002:7f00:1::', '2002:808:808::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'];
  const nonsense = ['', 'localhost', '1.2.3', '8.8.8.8 ', '[::1]', '0x7f.1'];
  for (const address of [
    ...[...own, ...networks, ...special, ...groups],
    ...[...own6, ...special6, ...embedding, ...tunnels, ...nonsense],
  ]) {
    t.false(isPublicAddress(address), address);
  }
  for (const address of ['127.0.0.1', '127.8.8.8', '::1']) t.true(isLoopbackAddress(address));
  for (const address of ['128.0.0.1', '::2', '10.0.0.1', 'localhost']) t.false(isLoopbackAddress(address));
});

test('a target is https with a public address, if any; in development http and this machine are fine too', (t) => {
  const production = (url: string) => checkTargetUrl(url, { production: true });
  const development = (url: string) => checkTargetUrl(url, { production: false });
  t.is(production('https://hooks.example.com:8443/a?b').port, '8443');
  t.notThrows(() => production(`https://${PUBLIC}/`));
  for (const url of ['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd']) {
    t.throws(() => production(url), { instanceOf: TargetRefusedError, message: 'must be https' });
  }
  const loopback = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '%31%32%37.1',
    '[::1]',
    '①②⑦.0.0.1',
  ];
  const inside = ['0', '10.1', '3232235521', '169.254.169.254', '[::ffff:127.0.0.1]', '[fd00::1]', '[::]', '[fe80::1]'];
  for (const host of [...loopback, ...inside]) t.throws(() => production(`https://${host}/`), NOT_ALLOWED, host);
  for (const host of loopback) t.notThrows(() => development(`http://${host}/`), host);
  for (const host of inside) t.throws(() => development(`http://${host}/`), NOT_ALLOWED, host);
  t.throws(() => development('ftp://example.com/'), { message: 'must be https or http' });
  for (const check of [production, development]) {
    t.throws(() => check('https://user:pass@example.com/'), { message: 'must not carry credentials' });
    t.throws(() => check('example.com'), { message: 'not a URL' });
    t.throws(() => check('https://[fe80::1%25eth0]/'), { message: 'not a URL' });
  }
});

test('a name is looked up for the connection, and all of its addresses must be allowed', async (t) => {
  const receiver = await startReceiver(t);
  const url = `https://hooks.example.com:${receiver.port}/`;
  const lists = [['127.0.0.1'], [PUBLIC, '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['169.254.169.254'], []];
  for (const list of lists) {
    const post = createSafePost({ production: true, resolveHost: resolvingTo(list) });
    await t.throwsAsync(post(aRequest(url)), NOT_ALLOWED, list.join());
  }
  t.is(receiver.countConnections(), 0);
});

test('a name that changes its address between two looks gains nothing', async (t) => {
  const receiver = await startReceiver(t);
  const turning = resolvingTo([PUBLIC], ['127.0.0.1']);
  t.deepEqual(await turning('hooks.example.com'), [PUBLIC], 'it looks well when it is registered');
  const post = createSafePost({ production: true, resolveHost: turning });
  await t.throwsAsync(post(aRequest(`https://hooks.example.com:${receiver.port}/`)), NOT_ALLOWED);
  t.is(receiver.countConnections(), 0);
  // What was checked is what is connected to: there is one look, and the second answer is never asked for.
  const once = resolvingTo(['127.0.0.1'], ['10.0.0.1']);
  const answer = await createSafePost({ production: false, resolveHost: once })(
    aRequest(`http://hooks.example.com:${receiver.port}/`),
  );
  t.is(answer.status, 200);
  t.is(once.asked(), 1);
  t.is(receiver.received[0]?.headers.host, `hooks.example.com:${receiver.port}`);
});

test('a literal address needs no look-up, so it is checked by itself', async (t) => {
  const receiver = await startReceiver(t);
  const resolveHost = resolvingTo([PUBLIC]);
  const post = createSafePost({ production: true, resolveHost });
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '017700000001']) {
    await t.throwsAsync(post(aRequest(`https://${host}:${receiver.port}/`)), NOT_ALLOWED, host);
  }
  t.is(receiver.countConnections(), 0);
  t.is(resolveHost.asked(), 0);
});

test('a certificate nobody vouches for is refused', async (t) => {
  const server = new SMTPServer({ secure: true });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as { port: number };
  const post = createSafePost({ production: false });
  const error = await t.throwsAsync(post(aRequest(`https://127.0.0.1:${port}/`)));
  t.regex(String((error as NodeJS.ErrnoException).code), /CERT/);
});

test('an answer comes with its status, headers and the beginning of its body; the connection is not kept', async (t) => {
  const receiver = await startReceiver(t, answerWith(302, { location: 'http://127.0.0.1:1/', 'x-a': 'b' }, 'moved'));
  const post = createSafePost({ production: false });
  const answer = await post(aRequest(`${receiver.url}/hook?a=b`, { headers: { 'x-sent': 'yes' }, body: 'grüße' }));
  t.is(answer.status, 302);
  t.is(answer.headers['x-a'], 'b');
  t.is(answer.body.toString(), 'moved');
  t.like(receiver.received[0], { path: '/hook?a=b', body: 'grüße' });
  t.like(receiver.received[0]?.headers, { 'x-sent': 'yes', 'content-length': '7', connection: 'close' });
  receiver.behave(flood);
  t.is((await post(aRequest(receiver.url, { maxAnswerBytes: 10 }))).body.toString(), 'x'.repeat(10));
  await waitUntil(() => receiver.countOpen() === 0, 'the connections are closed');
});

test('answers that are no answers are errors', async (t) => {
  const post = createSafePost({ production: false });
  const answers = {
    HPE_INVALID_CONSTANT: 'hello\r\n\r\n',
    HPE_HEADER_OVERFLOW: `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    ECONNRESET: 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nnot all of it',
  };
  for (const [code, answer] of Object.entries(answers)) {
    await t.throwsAsync(post(aRequest(await startLiar(t, answer))), { code });
  }
  await t.throwsAsync(
    post(aRequest(await startLiar(t, 'HTTP/1.1 101 Go on\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'))),
  );
});

/** Answers each connection with some bytes and hangs up. */
async function startLiar(t: ExecutionContext, answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

test('the time-out covers names and answers, and a request can be dropped', async (t) => {
  const receiver = await startReceiver(t, hang);
  const post = createSafePost({ production: false });
  const late = { instanceOf: TimeoutError, message: 'no answer within 50 ms' };
  await t.throwsAsync(post(aRequest(receiver.url, { timeoutMs: 50 })), late);
  const noName = createSafePost({ production: false, resolveHost: () => new Promise(() => {}) });
  await t.throwsAsync(noName(aRequest('http://hooks.example.com/', { timeoutMs: 50 })), late);
  const other = await startReceiver(t, hang);
  const stop = new AbortController();
  const dropped = post(aRequest(other.url, { timeoutMs: 60_000, signal: stop.signal }));
  await waitUntil(() => other.received.length === 1, 'it is under way');
  stop.abort(new Error('shutdown'));
  await t.throwsAsync(dropped, { message: 'shutdown' });
  await t.throwsAsync(post(aRequest(other.url, { signal: stop.signal })), { message: 'shutdown' });
  await waitUntil(() => receiver.countOpen() + other.countOpen() === 0, 'the connections are dropped');
  t.is(other.received.length, 1);
});

const IPV4_QUESTION = 1;

/** A name server that knows one IPv4 address and no IPv6 one for names of example.com, and nothing of others. */
async function startNameServer(t: ExecutionContext, address: string): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const known = question.includes('example\x03com');
    const found = known && question.readUInt16BE(question.length - 4) === IPV4_QUESTION;
    const header = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      known ? 0x80 : 0x83,
      0,
      1,
      0,
      Number(found),
      0,
      0,
      0,
      0,
    ]);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]);
    socket.send(Buffer.concat([header, question, ...(found ? [answer] : [])]), port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

test('names are asked for at name servers, those of this machine are not', async (t) => {
  const resolveHost = createHostResolver([await startNameServer(t, PUBLIC)]);
  t.deepEqual(await resolveHost('hooks.example.com'), [PUBLIC]);
  await t.throwsAsync(resolveHost('hooks.example.org'), { code: 'ENOTFOUND' });
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'hooks.localhost']) {
    t.deepEqual(await resolveHost(name), ['127.0.0.1', '::1']);
  }
  const inside = createHostResolver([await startNameServer(t, '10.0.0.1')]);
  const post = createSafePost({ production: true, resolveHost: inside });
  await t.throwsAsync(post(aRequest('https://hooks.example.com/')), NOT_ALLOWED);
});
