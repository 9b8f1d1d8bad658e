import type { IncomingHttpHeaders } from 'node:http';
import type { Plan } from '../../db/models/plan.ts';

/** What a customer is about to buy. */
export interface Order {
  /** Our ids: the provider hands them back with its notifications where it can. */
  companyId: string;
  subscriptionId: string;
  plan: Pick<Plan, 'code' | 'billingInterval'>;
  customerEmail: string;
  /** Until when it can be paid; whole seconds. */
  expiresAt: Date;
}

/** Where it is paid, and the provider's own ids as far as they are known before. */
export interface Checkout {
  shortUrl: string;
  providerSubscriptionId: string | null;
  providerCustomerId: string | null;
}

/** A notification whose signature was checked. */
export interface Notification {
  /** The provider's own id of it: the same for each delivery. */
  eventId: string;
  payload: Record<string, unknown>;
}

/** A company that takes the money. */
export interface BillingProvider {
  /** Whether the plan is set up there. */
  sells(planCode: string): boolean;
  /**
   * Opens a checkout, over HTTP within the time-out of the settings: never call it inside a transaction. What is opened
   * and not kept expires unseen.
   *
   * @throws Error when the provider fails, refuses or is late
   */
  createSubscription(order: Order): Promise<Checkout>;
  /**
   * Checks the signature over the exact bytes.
   *
   * @throws ApiError UNAUTHENTICATED for a bad signature; MALFORMED_JSON, VALIDATION_FAILED for a body that is no event
   */
  verifyWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): Notification;
}
