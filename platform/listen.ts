import type { Server } from 'node:http';
import { StartError } from './start-error.ts';

interface ListenOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  /** The settings to name when the address cannot be had. */
  settings: { host: string; port: string };
}

/**
 * Makes a server listen; resolves once it does.
 *
 * @throws StartError saying which setting to change when the address is taken, not ours or not allowed
 */
export async function listen(server: Server, { host, port, settings }: ListenOptions): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw new StartError(explain((error as NodeJS.ErrnoException).code, host, port, settings), { cause: error });
  }
}

function explain(code: string | undefined, host: string, port: number, settings: ListenOptions['settings']): string {
  if (code === 'EADDRINUSE') return `${settings.port}: port ${port} on ${host} is in use; choose another`;
  if (code === 'EACCES') return `${settings.port}: port ${port} needs privileges this user does not have`;
  return `${settings.host}: cannot listen on ${host}:${port} (${code ?? 'unknown error'})`;
}
