import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLastingPort } from './lasting-port.ts';
import type { TestServer } from './postgres-server.ts';
import { makeScratchDir, removeScratchDir } from './scratch-dir.ts';

const START_TIMEOUT_MS = 10_000;
const POLL_MS = 20;
/** So many that test files, which take one each by their process id, do not meet. */
export const REDIS_DATABASES = 10_000;

export function hasRedisServer(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Starts a Redis of its own for the test run; it keeps nothing. */
export async function startTestRedis(): Promise<TestServer> {
  const dir = makeScratchDir('redis');
  const port = await findLastingPort();
  const settings = {
    port,
    bind: '127.0.0.1',
    dir,
    appendonly: 'no',
    'maxmemory-policy': 'noeviction',
    databases: REDIS_DATABASES,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', [...flags, '--save', ''], { stdio: 'ignore', detached: true });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    removeScratchDir(dir);
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error('redis-server does not answer');
    }
    await sleep(POLL_MS);
  }
  return { url: `redis://127.0.0.1:${port}`, stop };
}

async function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return reply.toString().startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
