/** What one notification of a provider says about one subscription, in our words. */
export interface SubscriptionChange {
  /** The provider's id of the subscription. */
  providerSubscriptionId: string;
  /** The provider's own time of what happened; arrival may be much later, and in another order. */
  occurredAt: Date;
  standing: Standing;
  /** The time paid for; always there when the standing is `active`. */
  period?: Period;
  /** When it ended or will end, if the standing is `ended`; the time of the notification otherwise. */
  endsAt?: Date;
  /** Undefined when the notification does not say. */
  cancelAtPeriodEnd?: boolean;
  customerId?: string;
  /** The subscription of ours that the checkout was opened for, where the provider hands it back. */
  opener?: Opener;
}

/**
 * - `noted`: nothing changes by it, such as a failed payment that the provider tries again
 * - `active`: paid for
 * - `suspended`: not paid for, but may be again
 * - `ended`: for good
 */
export type Standing = 'noted' | 'active' | 'suspended' | 'ended';

export interface Period {
  start: Date;
  end: Date;
}

export interface Opener {
  companyId: string;
  subscriptionId: string;
}

/** A notification in our words, or why it is none of ours. */
export type Translation = { change: SubscriptionChange } | { ignored: string };

/** Pure: the same payload always says the same. */
export type Translator = (payload: unknown) => Translation;
