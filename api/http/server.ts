import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '../../platform/listen.ts';
import type { Lifecycle } from '../dependencies.ts';
import { answerClientError } from './client-errors.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of usual load balancers, so that they and not we close idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const IDLE_CHECK_MS = 50;

interface ServerOptions {
  /** The request handler, such as the callback of Koa; it answers its errors itself. */
  handler: (request: IncomingMessage, response: ServerResponse) => unknown;
  host: string;
  /** 0: any free port. */
  port: number;
  lifecycle: Lifecycle;
}

export interface RunningServer {
  server: Server;
  /**
   * Takes no new connections and resolves when the requests that are being answered are answered. Idle connections are
   * closed; busy ones close with their answer, which says so.
   */
  drain: () => Promise<void>;
}

/**
 * Listens; resolves once it does.
 *
 * @throws StartError when the address cannot be had
 */
export async function startServer({ handler, host, port, lifecycle }: ServerOptions): Promise<RunningServer> {
  const timeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
  const server = createServer(timeouts, (request, response) => void handler(request, response));
  const sockets = trackConnections(server);
  server.on('clientError', answerClientError);
  await listen(server, { host, port, settings: { host: 'HOST', port: 'PORT' } });
  return {
    server,
    drain: async () => {
      lifecycle.draining = true;
      await closeGracefully(server, sockets);
    },
  };
}

function trackConnections(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function closeGracefully(server: Server, sockets: Set<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closeUnused = () => {
    // Connections whose last answer was already on its way when draining began.
    server.closeIdleConnections();
    // To node, one that never sent a byte is not idle: browsers and load balancers open such ones ahead.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  closeUnused();
  const timer = setInterval(closeUnused, IDLE_CHECK_MS);
  await closed;
  clearInterval(timer);
}
