import type Router from '@koa/router';
import type { Subscription } from '../../../db/models/subscription.ts';
import type { Plan } from '../../../db/models/plan.ts';
import { findSubscription, hasBillingEvent } from '../../../db/queries/checkouts.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readRawBytes } from '../../http/read-body.ts';
import type { AppContext, RequestState } from '../../http/state.ts';
import { renderCheckoutPage, type CheckoutState } from './checkout-page.ts';
import { CHECKOUT_STYLE } from './checkout-style.ts';
import { createSandboxKeys, type SandboxKeys } from './keys.ts';
import { describePayment, paymentEventIdOf, postNotification } from './notify-payment.ts';

const PAGE = '/sandbox/checkout/:id';
const STATUS: Partial<Record<CheckoutState['kind'], number>> = { invalid: 404, expired: 410 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type PageDependencies = Pick<Dependencies, 'clock' | 'config' | 'db'>;

interface OpenedCheckout {
  state: CheckoutState;
  subscription?: Subscription;
  plan?: Plan;
}

/** The checkout page of the sandbox (contract section 5), where that provider is on. It needs the token of its link. */
export function addSandboxRoutes(router: Router<RequestState>, dependencies: PageDependencies): void {
  if (!dependencies.config.billing.sandbox) return;
  const keys = createSandboxKeys(dependencies.config.ENCRYPTION_KEY);
  router.get('/sandbox/checkout.css', (context) => {
    context.state.route = '/sandbox/checkout.css';
    context.set('content-type', 'text/css; charset=utf-8');
    context.body = CHECKOUT_STYLE;
  });
  router.get(PAGE, async (context) => {
    const { plan, state } = await openPage(context, keys, dependencies);
    send(context, state, plan);
  });
  router.post(PAGE, async (context) => {
    const { plan, state, subscription } = await openPage(context, keys, dependencies);
    const decision = new URLSearchParams((await readRawBytes(context)).toString()).get('decision');
    if (state.kind !== 'payable' || !subscription || !plan) return send(context, state, plan);
    if (decision !== 'confirm') return send(context, { ...state, declined: decision === 'decline' }, plan);
    const now = new Date(dependencies.clock.now());
    const payment = describePayment({ subscription, interval: plan.billingInterval, now });
    if (await postNotification(context.req.socket, keys, payment)) return seeOther(context);
    send(context, { ...state, failed: true }, plan, 502);
  });
}

async function openPage(
  context: AppContext,
  keys: SandboxKeys,
  dependencies: PageDependencies,
): Promise<OpenedCheckout> {
  context.state.route = PAGE;
  const { id = '' } = (context as AppContext & { params: Record<string, string> }).params;
  const { token } = context.query;
  const link = UUID.test(id) && typeof token === 'string' ? keys.readToken(id, token) : undefined;
  const { clock, db } = dependencies;
  const subscription = link && (await findSubscription(db.knex, link.companyId, id));
  if (!link || !subscription?.plan) return { state: { kind: 'invalid' } };
  const now = new Date(clock.now());
  const isPaid = await hasBillingEvent(db.knex, { provider: 'sandbox', eventId: paymentEventIdOf(id) });
  const state = stateOf(subscription, { isPaid, now, expiresAt: new Date(link.expiresAt * 1000) });
  return { state, subscription, plan: subscription.plan };
}

function stateOf(
  { endsAt, status }: Subscription,
  { isPaid, now, expiresAt }: { isPaid: boolean; now: Date; expiresAt: Date },
): CheckoutState {
  if (status === 'expired' || (endsAt && endsAt <= now)) return { kind: 'ended' };
  if (status === 'active') return { kind: 'active', until: endsAt };
  if (isPaid) return { kind: 'paid' };
  return now < expiresAt ? { kind: 'payable', expiresAt } : { kind: 'expired' };
}

function send(context: AppContext, state: CheckoutState, plan: Plan | undefined, status = STATUS[state.kind] ?? 200) {
  context.status = status;
  context.set('content-type', 'text/html; charset=utf-8');
  context.body = renderCheckoutPage(state, plan);
}

/** Back to the page itself: what it shows then is what is so, and loading it again sends nothing again. */
function seeOther(context: AppContext): void {
  context.status = 303;
  context.set('location', context.search);
  context.body = '';
}
