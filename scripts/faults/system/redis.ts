import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLastingPort } from '../../test/lasting-port.ts';
import type { CrashingServer } from './postgres.ts';

export interface CrashingRedis extends CrashingServer {
  /** Empties it. */
  flush(): Promise<void>;
}

const START_TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** Starts a Redis of our own that keeps nothing: each crash also empties it. */
export async function startRedis(dir: string): Promise<CrashingRedis> {
  const port = await findLastingPort();
  let server = await launch(port, dir);
  const end = async (signal: NodeJS.Signals) => {
    server.child.kill(signal);
    await server.ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    flush: async () => {
      const reply = await ask(port, 'FLUSHALL');
      if (!reply?.startsWith('+OK')) throw new Error(`FLUSHALL was answered with ${reply ?? 'nothing'}`);
    },
    crash: async (awayMs) => {
      await end('SIGKILL');
      await sleep(awayMs);
      server = await launch(port, dir);
    },
    stop: () => end('SIGTERM'),
  };
}

async function launch(port: number, dir: string) {
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', [...flags, '--maxmemory-policy', 'noeviction'], {
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await ask(port, 'PING'))?.startsWith('+PONG')) {
    if (Date.now() > deadline || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error('redis-server does not answer');
    }
    await sleep(POLL_MS);
  }
  return { child, ended };
}

/** Sends one command and returns the beginning of the reply; undefined when the server is away. */
async function ask(port: number, command: string): Promise<string | undefined> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(`${command}\r\n`);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return reply.toString();
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
