import {
  insertThreatSubscription,
  lockThreatSubscriptionCount,
  type NewThreatSubscription,
} from '../../db/queries/threat-subscriptions.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { checkTargetUrl, TargetRefusedError } from '../../platform/safe-fetch.ts';
import { generateWebhookSecret } from '../../platform/standard-webhooks.ts';
import { auditChange } from '../access/audit-change.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { describeForAudit } from './describe-for-audit.ts';
import { presentEventTypes } from './present.ts';
import { SUBSCRIPTIONS_PATH, threatIntel } from './route-parts.ts';
import { ThreatSubscriptionCreated, ThreatSubscriptionRequest } from './schemas.ts';

const MAX_SUBSCRIPTIONS = 20;

export const createThreatSubscription = defineRoute({
  method: 'POST',
  path: SUBSCRIPTIONS_PATH,
  name: 'createThreatSubscription',
  ...threatIntel,
  summary: 'Subscribe an endpoint to new global threats',
  description:
    'Messages are signed as the Standard Webhooks specification says. The secret is shown only in this answer. A company ' +
    `has at most ${MAX_SUBSCRIPTIONS} subscriptions.`,
  body: ThreatSubscriptionRequest,
  status: 201,
  response: ThreatSubscriptionCreated,
  errors: ['CONFLICT'],

  async handler({ body, caller, request }, { clock, config, db, secrets }) {
    checkTarget(body.url, config.NODE_ENV === 'production');
    const { companyId, userId } = caller;
    const createdAt = new Date(clock.now());
    const secret = generateWebhookSecret();
    const id = uuidv7(createdAt.getTime());
    const subscription = {
      id,
      url: body.url,
      description: body.description ?? null,
      eventTypes: body.eventTypes ?? [],
      secretCiphertext: secrets.seal(secret, id),
      createdBy: userId,
      createdAt,
    } satisfies NewThreatSubscription;
    const after = describeForAudit({ ...subscription, status: 'active' });
    await db.knex.transaction(async (transaction) => {
      const count = await lockThreatSubscriptionCount(transaction, companyId);
      if (count >= MAX_SUBSCRIPTIONS) throw tooMany();
      await insertThreatSubscription(transaction, companyId, subscription);
      const change = {
        action: 'threat_subscription.created' as const,
        targetType: 'threat_subscription',
        targetId: id,
      };
      await auditChange(transaction, { caller, request, clock }, { ...change, before: null, after });
    });
    const { url, description } = subscription;
    const eventTypes = presentEventTypes(subscription.eventTypes);
    return { id, url, description, eventTypes, status: 'active' as const, secret, createdAt: createdAt.toISOString() };
  },
});

/** Names are resolved and checked again with every delivery; this is what can be said at once. */
function checkTarget(url: string, production: boolean): void {
  try {
    checkTargetUrl(url, { production });
  } catch (error) {
    if (!(error instanceof TargetRefusedError)) throw error;
    throw new ApiError('VALIDATION_FAILED', { details: [{ path: '/url', message: error.message }] });
  }
}

function tooMany(): ApiError {
  const message = `The company has ${MAX_SUBSCRIPTIONS} threat subscriptions, which is the most; delete one first`;
  return new ApiError('CONFLICT', { message });
}
