import { isPortFree } from '../../platform/ports.ts';

/** Below what outgoing connections get: nobody takes such a port before its server is there, or while it is away. */
const FIRST = 20_000;
const COUNT = 10_000;
const ATTEMPTS = 100;

/** A free port for a server that takes a while to start, or goes away and comes back to it. @throws when there is none */
export async function findLastingPort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port from ${FIRST} to ${FIRST + COUNT - 1}`);
}
