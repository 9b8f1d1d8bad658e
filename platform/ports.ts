import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** Whether a server could listen there now. @throws what the system says when the address is not ours or not allowed */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await tryListen(port, host)) !== undefined;
}

/** A port nobody listens on; the operating system chooses. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const port = await tryListen(0, host);
  if (port === undefined) throw new Error(`cannot listen on ${host}`);
  return port;
}

/** Listens for an instant: the port, or undefined when another program has it. */
async function tryListen(port: number, host: string): Promise<number | undefined> {
  const server = net.createServer();
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  } finally {
    server.close();
  }
}
