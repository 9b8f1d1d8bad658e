import type { ServerResponse } from 'node:http';
import { listUnappliedBillingEvents } from '../../db/queries/billing-events.ts';
import { createBillingWebhook } from '../../workers/billing-webhook.ts';
import { handlerContext } from '../jobs/support.ts';
import { startReceiver, type ReceivedWebhook, type WebhookReceiver } from './webhook-receiver.ts';
import { startService, type Service } from './service.ts';

/** What a provider answers to the request to open a checkout. */
export type ProviderAnswer = (response: ServerResponse, request: ReceivedWebhook) => void;

export interface ProviderWorld {
  service: Service;
  /** Plays the API of the provider. */
  provider: WebhookReceiver;
}

export function answerJson(status: number, body: object): ProviderAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

interface Owner {
  teardown(fn: () => Promise<void> | void): void;
}

/** A service whose provider is a server on loopback; `settings` get its URL. */
export async function startWithProvider(
  t: Owner,
  settings: (apiUrl: string) => Record<string, string>,
): Promise<ProviderWorld> {
  const provider = await startReceiver(t);
  const service = await startService({ environment: settings(provider.url) });
  t.teardown(() => service.close());
  return { service, provider };
}

/** Does what a worker does with the notifications that are stored, without queues. */
export async function applyNotifications({ dependencies: { clock, db } }: Service): Promise<void> {
  const handler = createBillingWebhook({ clock, db });
  const later = new Date(clock.now() + 1000);
  for (const event of await listUnappliedBillingEvents(db.knex, later, 10))
    await handler.handle(event, handlerContext());
}
