import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What a receiver does with a request it has read. */
export type Behaviour = (response: ServerResponse, request: ReceivedWebhook) => void;

export interface WebhookReceiver {
  url: string;
  port: number;
  received: ReceivedWebhook[];
  /** Connections made so far, also those that carried nothing. */
  countConnections(): number;
  /** Connections that are open now. */
  countOpen(): number;
  /** From now on. */
  behave(behaviour: Behaviour): void;
}

/** The part of ava's `t` that is needed. */
interface Owner {
  teardown(fn: () => void): void;
}

/** A real subscriber on loopback; it is closed after the test, with whatever hangs on it. */
export async function startReceiver(t: Owner, behaviour: Behaviour = answerWith(200)): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let [current, connections, open] = [behaviour, 0, 0];
  const server = createServer((request, response) => {
    const read = async () => {
      const webhook = { path: request.url ?? '', headers: request.headers, body: await text(request) };
      received.push(webhook);
      current(response, webhook);
    };
    read().catch(() => request.destroy());
  });
  server.on('connection', (socket) => {
    connections += 1;
    open += 1;
    socket.on('close', () => (open -= 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    countConnections: () => connections,
    countOpen: () => open,
    behave: (next) => void (current = next),
  };
}

export function answerWith(
  status: number,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Behaviour {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Takes the request and never answers. */
export const hang: Behaviour = () => {};

/** Answers at once, but never comes to the end of its first line. */
export const dawdle: Behaviour = (response) => void response.writeHead(200).write('on its way');

/** Sends a body for as long as anybody reads it. */
export const flood: Behaviour = (response) => {
  const chunk = 'x'.repeat(16_384);
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', pour).writeHead(200);
  pour();
};
