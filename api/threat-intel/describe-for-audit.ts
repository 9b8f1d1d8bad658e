import type { ThreatSubscription } from '../../db/queries/threat-subscriptions.ts';
import { presentEventTypes } from './present.ts';

type Described = Pick<ThreatSubscription, 'url' | 'description' | 'eventTypes' | 'status'>;

/** What is kept of a subscription for ever: not its secret, nor the rest of its URL, which often is one too. */
export function describeForAudit({ url, description, eventTypes, status }: Described): object {
  return { origin: new URL(url).origin, description, eventTypes: presentEventTypes(eventTypes), status };
}
