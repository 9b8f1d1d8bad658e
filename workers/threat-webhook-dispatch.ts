import { dispatchThreatEvent, type SubscriptionKey } from '../db/queries/threat-events.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { inBatches } from './in-batches.ts';

/** The subscriptions of so many events are signalled together, each once. */
const EVENTS_PER_ROUND = 20;

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

  return {
    name: 'threat-webhook-dispatch',
    handle: async (_payload, { signal }) => {
      let more = true;
      while (more) {
        signal.throwIfAborted();
        const round = await dispatchRound();
        await inBatches([...round.subscriptions.values()], (key) => producer.signal('threat-webhook-delivery', key));
        more = round.more;
      }
    },
  };
}
