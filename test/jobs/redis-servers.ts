import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { findFreePort } from '../../platform/ports.ts';
import { waitUntil } from './support.ts';

const run = promisify(execFile);

/** The bus of a cluster node listens 10,000 ports higher, which must exist. */
const HIGHEST_CLUSTER_PORT = 55_535;

async function findClusterPort(): Promise<number> {
  const port = await findFreePort();
  return port <= HIGHEST_CLUSTER_PORT ? port : findClusterPort();
}

/** A Redis server of the test's own, stopped at its end. */
export async function startRedisServer(
  t: ExecutionContext,
  port: number,
  options: string[] = [],
): Promise<ChildProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'redis-test-'));
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...options];
  const server = spawn('redis-server', settings, { stdio: 'ignore' });
  t.teardown(async () => {
    await stopServer(server);
    await rm(folder, { recursive: true });
  });
  await waitUntil(() => answers(port), `Redis answers on port ${port}`);
  return server;
}

export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

/** Three nodes that form a cluster; resolves with their URLs once every slot is served. */
export async function startRedisCluster(t: ExecutionContext): Promise<string[]> {
  const ports = [await findClusterPort(), await findClusterPort(), await findClusterPort()];
  for (const port of ports) await startRedisServer(t, port, ['--cluster-enabled', 'yes']);
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
  for (const port of ports) {
    const isUp = async () => (await ask(port, 'cluster', 'info')).includes('cluster_state:ok');
    await waitUntil(isUp, 'the cluster is up');
  }
  return addresses.map((address) => `redis://${address}`);
}

async function answers(port: number): Promise<boolean> {
  return (await ask(port, 'ping').catch(() => '')).includes('PONG');
}

async function ask(port: number, ...command: string[]): Promise<string> {
  return (await run('redis-cli', ['-p', `${port}`, ...command])).stdout;
}
