import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Random } from '../demo/random.ts';

/** What a subscriber saw of one delivery. */
export interface ReceivedDelivery {
  received: number;
  /** How often it was answered with 200; an answer may be lost on its way. */
  accepted: number;
  /** Its first body. */
  body: string;
}

/** Subscribers of threat webhooks, all on one server of ours. */
export interface Receiver {
  /** Makes room for one more subscriber: the URL to send to. Its secret is checked from then on. */
  addSubscriber(secret: string): string;
  /** By the id of the delivery, which all its attempts share. */
  deliveries: ReadonlyMap<string, ReceivedDelivery>;
  /** Requests that were not signed as they must be, or not the same as the one before. */
  wrong: readonly string[];
  close(): void;
}

type Mood = 'accept' | 'refuse' | 'hang up' | 'hang';

/** Out of ten. */
const MOODS: readonly Mood[] = [...Array<Mood>(7).fill('accept'), 'refuse', 'hang up', 'hang'];
/** Attempts are limited, and killed workers take some: from here on a delivery is accepted. */
const MAX_REFUSALS = 3;

/** Starts a server that answers as real subscribers do: mostly well, at times with an error, nothing or a broken line. */
export async function startReceiver(random: Random): Promise<Receiver> {
  const subscribers = new Map<string, Webhook>();
  const deliveries = new Map<string, ReceivedDelivery>();
  const wrong: string[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const id = String(request.headers['webhook-id']);
    if (!isSigned(subscribers.get(request.url ?? ''), body, request)) wrong.push(`${id} to ${request.url}: not signed`);
    const known = deliveries.get(id) ?? { received: 0, accepted: 0, body };
    if (known.body !== body) wrong.push(`${id}: changed to ${body}`);
    const mood = known.received >= MAX_REFUSALS ? 'accept' : random.pick(MOODS);
    const { received, accepted } = known;
    deliveries.set(id, { ...known, received: received + 1, accepted: accepted + Number(mood === 'accept') });
    answer(mood, response);
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => request.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    addSubscriber: (secret) => {
      const path = `/subscriber-${subscribers.size + 1}`;
      subscribers.set(path, new Webhook(secret));
      return `http://127.0.0.1:${port}${path}`;
    },
    deliveries,
    wrong,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(mood: Mood, response: ServerResponse): void {
  // Who hangs is left by the sender, whose patience ends.
  if (mood === 'hang') return;
  if (mood === 'hang up') response.destroy();
  else response.writeHead(mood === 'accept' ? 200 : 500).end();
}

/** As a subscriber checks it, with the public library of the Standard Webhooks specification. */
function isSigned(webhook: Webhook | undefined, body: string, { headers }: IncomingMessage): boolean {
  try {
    webhook?.verify(body, headers as Record<string, string>);
    return webhook !== undefined;
  } catch {
    return false;
  }
}
