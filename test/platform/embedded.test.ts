import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import ava from 'ava';
import { findNativeDir } from '../../platform/embedded/native.ts';
import { testRedisUrls } from '../support/redis.ts';
import {
  clusterOf,
  isRunning,
  killHard,
  leaveFromChild,
  makeDataDir,
  query,
  readPostmasterPid,
  start,
  startInChild,
  waitUntilGone,
} from './support/embedded.ts';

// Redis plays no part here: once is enough.
const test = testRedisUrls().length === 0 ? ava : ava.skip;
const testAsRoot = process.getuid?.() === 0 && testRedisUrls().length === 0 ? ava : ava.skip;
const portOf = (url: string) => Number(new URL(url).port);

test('data is kept from one start to the next, with durability on and UTF-8', async (t) => {
  const dataDir = makeDataDir(t);
  const first = await start(dataDir, { settings: {} });
  await query(first.url, 'create table note (body text)');
  await query(first.url, "insert into note values ('käse 🧀')");
  const settings = "select setting from pg_settings where name in ('fsync', 'synchronous_commit', 'jit') order by name";
  t.deepEqual(await query(first.url, settings), ['on', 'off', 'on']);
  t.deepEqual(await query(first.url, 'show listen_addresses'), ['127.0.0.1']);
  t.deepEqual(await query(first.url, 'show unix_socket_directories'), ['']);
  await first.stop();
  const second = await start(dataDir);
  t.deepEqual(await query(second.url, 'select body from note'), ['käse 🧀']);
  t.deepEqual(await query(second.url, "select datlocprovider from pg_database where datname = 'fraud_risk'"), ['b']);
  await second.stop();
});

test('the password is needed, and its file is for the owner only', async (t) => {
  const dataDir = makeDataDir(t);
  const server = await start(dataDir);
  t.is(statSync(path.join(dataDir, 'postgres-password')).mode & 0o777, 0o600);
  const wrong = Object.assign(new URL(server.url), { password: 'wrong' });
  await t.throwsAsync(query(wrong.href, 'select 1'), { message: /password authentication failed/ });
  await server.stop();
});

test('a server left behind by kill -9 is adopted and stopped in the end', async (t) => {
  const dataDir = makeDataDir(t);
  const { child, url } = await startInChild(t, dataDir);
  const pid = readPostmasterPid(dataDir);
  await killHard(child);
  t.true(isRunning(pid));
  const server = await start(dataDir);
  t.is(server.url, url);
  t.is(readPostmasterPid(dataDir), pid);
  await server.stop();
  t.false(isRunning(pid));
});

test('many processes use one server; the last to leave stops it, killed ones do not count', async (t) => {
  const dataDir = makeDataDir(t);
  const users = await Promise.all([1, 2, 3].map(() => startInChild(t, dataDir)));
  const [killed, second, last] = users.map(({ child }) => child);
  const pid = readPostmasterPid(dataDir);
  t.is(new Set(users.map(({ url }) => url)).size, 1);
  await killHard(killed!);
  await leaveFromChild(second!);
  t.true(isRunning(pid));
  await leaveFromChild(last!);
  t.false(isRunning(pid));
});

test('one process may start twice; stopping one use twice counts once', async (t) => {
  const dataDir = makeDataDir(t);
  const [first, second] = await Promise.all([start(dataDir), start(dataDir)]);
  await Promise.all([first.stop(), first.stop()]);
  t.deepEqual(await query(second.url, 'select 1'), [1]);
  await second.stop();
  await t.throwsAsync(query(second.url, 'select 1'), { code: 'ECONNREFUSED' });
});

test('a crashed server recovers what was committed', async (t) => {
  const dataDir = makeDataDir(t);
  const first = await start(dataDir, { settings: {} });
  await query(first.url, 'create table note as select 1 as body');
  const pid = readPostmasterPid(dataDir);
  process.kill(pid, 'SIGKILL');
  await waitUntilGone(pid);
  const second = await start(dataDir);
  t.deepEqual(await query(second.url, 'select body from note'), [1]);
  await second.stop();
});

test('a postmaster.pid whose process id now is another program is no obstacle', async (t) => {
  const dataDir = makeDataDir(t);
  const first = await start(dataDir);
  const pidFile = path.join(clusterOf(dataDir), 'postmaster.pid');
  const content = readFileSync(pidFile, 'utf8');
  await first.stop();
  writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)));
  const second = await start(dataDir);
  t.not(readPostmasterPid(dataDir), process.pid);
  await second.stop();
});

test('a half-made cluster is made again', async (t) => {
  const dataDir = makeDataDir(t);
  mkdirSync(path.join(dataDir, 'postgres.partial'), { recursive: true });
  writeFileSync(path.join(dataDir, 'postgres.partial/PG_VERSION'), '18\n');
  mkdirSync(path.join(dataDir, 'postgres'));
  const server = await start(dataDir);
  t.deepEqual(await query(server.url, 'select 1'), [1]);
  t.false(existsSync(path.join(dataDir, 'postgres.partial')));
  await server.stop();
});

test('when the preferred port is taken, another is', async (t) => {
  const blocker = net.createServer().listen(0, '127.0.0.1');
  t.teardown(() => void blocker.close());
  await once(blocker, 'listening');
  const preferredPort = (blocker.address() as AddressInfo).port;
  const server = await start(makeDataDir(t), { preferredPort });
  t.not(portOf(server.url), preferredPort);
  t.deepEqual(await query(server.url, 'select 1'), [1]);
  await server.stop();
});

test('binaries without symbolic links and without the right to execute are repaired', async (t) => {
  const dataDir = makeDataDir(t);
  const nativeDir = path.join(makeDataDir(t), 'native');
  cpSync(findNativeDir(), nativeDir, {
    recursive: true,
    filter: (file) => !lstatSync(file).isSymbolicLink(),
  });
  for (const program of ['initdb', 'postgres']) chmodSync(path.join(nativeDir, 'bin', program), 0o644);
  const server = await start(dataDir, { nativeDir });
  t.deepEqual(await query(server.url, 'select 1'), [1]);
  t.false(existsSync(path.join(dataDir, 'native-copy')));
  await server.stop();
});

testAsRoot('as root, a folder that other users cannot enter keeps its cluster in a place of the system', async (t) => {
  const dataDir = makeDataDir(t, 'closed/data');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(path.dirname(dataDir), 0o700);
  const nativeDir = path.join(path.dirname(dataDir), 'native');
  cpSync(findNativeDir(), nativeDir, { recursive: true, verbatimSymlinks: true });
  const first = await start(dataDir, { nativeDir });
  t.true(lstatSync(path.join(dataDir, 'postgres')).isSymbolicLink());
  t.true(existsSync(path.join(path.dirname(clusterOf(dataDir)), 'native-copy/bin/postgres')));
  await query(first.url, 'create table note as select 1 as body');
  await first.stop();
  const second = await start(dataDir, { nativeDir });
  t.deepEqual(await query(second.url, 'select body from note'), [1]);
  await second.stop();
});

testAsRoot('as root, a folder that was closed after its first use is moved, data and all', async (t) => {
  const dataDir = makeDataDir(t, 'closed/data');
  const first = await start(dataDir);
  await query(first.url, 'create table note as select 1 as body');
  await first.stop();
  chmodSync(path.dirname(dataDir), 0o700);
  const second = await start(dataDir);
  t.deepEqual(await query(second.url, 'select body from note'), [1]);
  await second.stop();
});

test('a server that refuses our password is reported, not waited for', async (t) => {
  const dataDir = makeDataDir(t);
  await (await start(dataDir)).stop();
  writeFileSync(path.join(dataDir, 'postgres-password'), 'another\n');
  await t.throwsAsync(start(dataDir), { name: 'StartError', message: /refuses the password/ });
});
