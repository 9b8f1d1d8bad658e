import { once } from 'node:events';
import net from 'node:net';

/** A keep-alive connection that carries one request at a time. */
export interface Connection {
  /** Sends a request. Resolves with `200` or what went wrong: a status, `degraded` or `connection`. */
  exchange(request: string): Promise<string>;
  /** When the last answer came, from `performance.now()`. */
  usedAt: number;
  closed: boolean;
  close(): void;
}

const HEADER_END = Buffer.from('\r\n\r\n');
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;
const STATUS_START = 'HTTP/1.1 '.length;

/**
 * Opens a connection to a port on the loopback address. It speaks just enough HTTP/1.1 for servers that send a
 * Content-Length, so that the generator takes as little as it can of the processor it shares with them.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  let answer: ((result: string) => void) | undefined;

  const finish = (result: string) => {
    connection.usedAt = performance.now();
    const waiting = answer;
    answer = undefined;
    waiting?.(result);
  };
  const connection: Connection = {
    exchange: (request) =>
      new Promise((resolve) => {
        if (connection.closed) return resolve('connection');
        answer = resolve;
        socket.write(request, 'latin1');
      }),
    usedAt: performance.now(),
    closed: false,
    close: () => socket.destroy(),
  };
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const result = readAnswer(received);
    if (result === undefined) return;
    received = Buffer.alloc(0);
    finish(result);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    connection.closed = true;
    finish('connection');
  });
  return connection;
}

/** The result of a complete answer, or undefined while more is to come. */
function readAnswer(bytes: Buffer): string | undefined {
  const headerEnd = bytes.indexOf(HEADER_END);
  if (headerEnd === -1) return undefined;
  const length = Number(CONTENT_LENGTH.exec(bytes.toString('latin1', 0, headerEnd))?.[1] ?? 0);
  if (bytes.length < headerEnd + HEADER_END.length + length) return undefined;
  const status = bytes.toString('latin1', STATUS_START, STATUS_START + 3);
  // An assessment without one of its sources is quick and still a 200: it must not pass for a good result.
  return status === '200' && bytes.includes('"DEGRADED_', headerEnd) ? 'degraded' : status;
}
