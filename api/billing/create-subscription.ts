import type { Plan } from '../../db/models/plan.ts';
import type { Subscription } from '../../db/models/subscription.ts';
import type { Connection } from '../../db/connect.ts';
import { findPlanStanding, holdSubscriptions, insertCheckout } from '../../db/queries/checkouts.ts';
import { listActivePlans } from '../../db/queries/plans.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { auditChange } from '../access/audit-change.ts';
import { defineRoute, type Caller, type RequestContext } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentSubscription } from '../subscriptions/present.ts';
import type { BillingProvider, Checkout, Order } from './provider.ts';
import { requireProvider } from './providers.ts';
import { ProviderParams, SubscriptionCheckout, SubscriptionRequest } from './schemas.ts';

/** Stripe allows a day at most. */
const CHECKOUT_LIFETIME_MS = 12 * 3_600_000;
/** A checkout is handed out again while there is that much time left to pay. */
const MIN_TIME_TO_PAY_MS = 3_600_000;
const RETRY_AFTER_SECONDS = 30;

/** What the steps below share. */
interface Purchase {
  provider: string;
  plan: Plan;
  caller: Caller;
  request: RequestContext;
  now: Date;
}

export const createSubscription = defineRoute({
  method: 'POST',
  path: '/billing/:provider/subscriptions',
  name: 'createSubscription',
  tag: 'Billing',
  summary: 'Buy a plan: opens a checkout at a billing provider',
  description:
    'The subscription is pending until the provider tells of the first payment; then it replaces the one the company ' +
    'has. Asked again while the checkout can be paid, the answer is the same checkout.',
  access: { kind: 'bearer', role: 'admin', permission: 'billing:manage' },
  params: ProviderParams,
  body: SubscriptionRequest,
  status: 201,
  response: SubscriptionCheckout,
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ body, caller, params, request }, dependencies) {
    const { billing, clock, db } = dependencies;
    const seller = requireProvider(billing, params.provider);
    const plan = await requirePlan(db.knex, seller, body.planCode);
    const now = new Date(clock.now());
    const purchase: Purchase = { provider: params.provider, plan, caller, request, now };
    const open = await findOpenCheckout(db.knex, purchase);
    return presentCheckout(open ?? (await openCheckout(dependencies, seller, purchase)), plan);
  },
});

/** @throws ApiError VALIDATION_FAILED unless the plan is on offer, costs something and is sold through the provider */
async function requirePlan(connection: Connection, seller: BillingProvider, code: string): Promise<Plan> {
  const plans = (await listActivePlans(connection)).filter((plan) => plan.priceMinor > 0 && seller.sells(plan.code));
  const plan = plans.find((candidate) => candidate.code === code);
  if (plan) return plan;
  const codes = plans.map((candidate) => candidate.code).join(', ');
  const message = `must be a plan that is sold through this provider: ${codes || 'none'}`;
  throw new ApiError('VALIDATION_FAILED', { details: [{ path: '/planCode', message }] });
}

/** @throws ApiError CONFLICT when the company has this plan and it renews */
async function findOpenCheckout(
  connection: Connection,
  { caller: { companyId }, now, plan, provider }: Purchase,
): Promise<Subscription | undefined> {
  const payableUntil = new Date(now.getTime() + MIN_TIME_TO_PAY_MS);
  const { renewing, open } = await findPlanStanding(connection, companyId, {
    planId: plan.id,
    provider,
    now,
    payableUntil,
  });
  if (renewing)
    throw new ApiError('CONFLICT', { message: `The company is subscribed to the plan ${plan.code} already` });
  return open;
}

/**
 * The provider is asked first and the row stored after: there is never a pending subscription that nobody can pay. What
 * is opened there and lost here (a crash, the other of two requests at once) is a link that nobody has.
 */
async function openCheckout(
  { clock, db }: Pick<Dependencies, 'clock' | 'db'>,
  seller: BillingProvider,
  purchase: Purchase,
): Promise<Subscription> {
  const { caller, now, plan, provider, request } = purchase;
  const { companyId, email: customerEmail } = caller;
  const subscriptionId = uuidv7(now.getTime());
  const expiresAt = new Date(Math.floor((now.getTime() + CHECKOUT_LIFETIME_MS) / 1000) * 1000);
  const order = { companyId, subscriptionId, plan, customerEmail, expiresAt };
  const { shortUrl, ...ids } = await askProvider(seller, order);
  return db.knex.transaction(async (transaction) => {
    await holdSubscriptions(transaction, companyId);
    const opened = await findOpenCheckout(transaction, purchase);
    if (opened) return opened;
    await auditChange(
      transaction,
      { caller, request, clock },
      {
        action: 'subscription.requested',
        targetType: 'subscription',
        targetId: subscriptionId,
        before: null,
        after: { planCode: plan.code, provider, status: 'pending' },
      },
    );
    const checkout = { checkoutUrl: shortUrl, checkoutExpiresAt: expiresAt, createdAt: now };
    return insertCheckout(transaction, companyId, {
      id: subscriptionId,
      planId: plan.id,
      provider,
      ...ids,
      ...checkout,
    });
  });
}

async function askProvider(seller: BillingProvider, order: Order): Promise<Checkout> {
  try {
    return await seller.createSubscription(order);
  } catch (cause) {
    throw new ApiError('SERVICE_UNAVAILABLE', {
      message: 'The billing provider could not open a checkout: nothing was ordered. Try again later',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

function presentCheckout(subscription: Subscription, plan: Plan) {
  return { subscription: presentSubscription(subscription, plan), shortUrl: subscription.checkoutUrl ?? '' };
}
