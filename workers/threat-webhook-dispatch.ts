import { dispatchThreatEvent, type SubscriptionKey } from '../db/queries/threat-events.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** The subscriptions of so many events are signalled together, each once. */
const EVENTS_PER_ROUND = 20;
const SIGNALS_AT_ONCE = 20;

/** Makes one delivery per subscriber out of each new global threat, oldest first, then wakes those who deliver. */
export function createThreatWebhookDispatch({
  db,
  clock,
  producer,
}: Pick<WorkerDependencies, 'db' | 'clock' | 'producer'>): JobHandler<Jobs, 'threat-webhook-dispatch'> {
  async function dispatchRound(): Promise<{ more: boolean; subscriptions: Map<string, SubscriptionKey> }> {
    const subscriptions = new Map<string, SubscriptionKey>();
    for (let round = 0; round < EVENTS_PER_ROUND; round += 1) {
      const dispatched = await dispatchThreatEvent(db.knex, new Date(clock.now()));
      if (!dispatched) return { more: false, subscriptions };
      for (const key of dispatched) subscriptions.set(key.subscriptionId, key);
    }
    return { more: true, subscriptions };
  }

  async function signalAll(subscriptions: readonly SubscriptionKey[]): Promise<void> {
    for (let start = 0; start < subscriptions.length; start += SIGNALS_AT_ONCE) {
      const batch = subscriptions.slice(start, start + SIGNALS_AT_ONCE);
      await Promise.all(batch.map((subscription) => producer.signal('threat-webhook-delivery', subscription)));
    }
  }

  return {
    name: 'threat-webhook-dispatch',
    handle: async (_payload, { signal }) => {
      let more = true;
      while (more) {
        signal.throwIfAborted();
        const round = await dispatchRound();
        await signalAll([...round.subscriptions.values()]);
        more = round.more;
      }
    },
  };
}
