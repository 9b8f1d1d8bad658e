import type { Plan } from '../../../db/models/plan.ts';

/** Where a checkout stands, as its page tells it. */
export type CheckoutState =
  | { kind: 'invalid' }
  | { kind: 'expired' }
  | { kind: 'payable'; expiresAt: Date; declined?: boolean; failed?: boolean }
  | { kind: 'paid' }
  | { kind: 'active'; until: Date | null }
  | { kind: 'ended' };

interface Page {
  title: string;
  /** HTML; what comes from outside is escaped. */
  body: string;
  /** Seconds until the page loads itself again. */
  refreshAfter?: number;
}

const NOTICE = 'This is a test checkout: no money moves and no card is asked for.';
const FAILED = 'The payment could not be passed on, and nothing was charged. Please try again.';
const DECLINED =
  'You declined: nothing was charged. The subscription stays pending, and you can still confirm it below.';

/**
 * The checkout of the sandbox as HTML. It works without scripts and brings no style of its own, as the content security
 * policy wants, and its links are relative, so that it works below any PUBLIC_URL.
 */
export function renderCheckoutPage(state: CheckoutState, plan: Plan | undefined): string {
  const { body, refreshAfter, title } = describe(state);
  const refresh = refreshAfter === undefined ? '' : `\n    <meta http-equiv="refresh" content="${refreshAfter}">`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">${refresh}
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="../checkout.css">
  </head>
  <body>
    <main>
      <p class="badge">Sandbox</p>
      <h1>${title}</h1>
      ${plan ? renderPlan(plan) : ''}
      ${body}
      <p class="notice">${NOTICE}</p>
    </main>
  </body>
</html>
`;
}

function describe(state: CheckoutState): Page {
  switch (state.kind) {
    case 'payable':
      return { title: 'Confirm your subscription', body: renderForm(state) };
    case 'paid':
      return {
        title: 'Payment received',
        body: `<p class="good">Paid: the subscription becomes active in a moment.</p>
      <p>This page looks again by itself.</p>`,
        refreshAfter: 2,
      };
    case 'active':
      return {
        title: 'Your subscription is active',
        body: `<p class="good">Paid${state.until ? ` until ${renderDate(state.until)}` : ''}. Sign in again to see the features of the plan.</p>`,
      };
    case 'ended':
      return { title: 'This subscription has ended', body: '<p>It cannot be paid again: buy the plan anew.</p>' };
    case 'expired':
      return { title: 'This checkout has expired', body: '<p>Nothing was charged: buy the plan anew.</p>' };
    case 'invalid':
      return { title: 'No such checkout', body: '<p>The link is not complete, or it was changed.</p>' };
  }
}

function renderForm({ declined, expiresAt, failed }: CheckoutState & { kind: 'payable' }): string {
  const message = failed ? FAILED : declined ? DECLINED : undefined;
  return `${message === undefined ? '' : `<p class="bad" role="status">${message}</p>`}
      <form method="post">
        <button class="primary" name="decision" value="confirm">Confirm payment</button>
        <button name="decision" value="decline">Decline</button>
      </form>
      <p class="small">Can be paid until ${renderDate(expiresAt)}.</p>`;
}

function renderPlan({ billingInterval, currency, features, monthlyEventLimit, name, priceMinor }: Plan): string {
  const events = monthlyEventLimit === null ? 'Unlimited' : monthlyEventLimit.toLocaleString('en');
  return `<dl>
        <div><dt>Plan</dt><dd>${escapeHtml(name)}</dd></div>
        <div><dt>Price</dt><dd>${escapeHtml(formatPrice(priceMinor, currency))} per ${billingInterval}</dd></div>
        <div><dt>Events a month</dt><dd>${events}</dd></div>
        <div><dt>Features</dt><dd>${features.map((feature) => feature.replaceAll('_', ' ')).join(', ') || 'none'}</dd></div>
      </dl>`;
}

function formatPrice(priceMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(priceMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function renderDate(date: Date): string {
  return `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
