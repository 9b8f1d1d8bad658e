import { ConfigError } from './config-error.ts';
import type { Settings } from './settings.ts';

/** What is sold through a provider: its own id of the price, by our plan code. */
export type ProviderPrices = ReadonlyMap<string, string>;

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  prices: ProviderPrices;
  apiUrl: URL;
}

export interface RazorpaySettings {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  plans: ProviderPrices;
  apiUrl: URL;
}

/** The providers that are configured; the others are undefined. */
export interface BillingSettings {
  sandbox: boolean;
  stripe: StripeSettings | undefined;
  razorpay: RazorpaySettings | undefined;
}

type Names = keyof Settings & (`STRIPE_${string}` | `RAZORPAY_${string}`);

/**
 * Reads the settings of the billing providers. A provider is configured whole or not at all: without its webhook secret,
 * say, customers could pay and nothing would come of it.
 *
 * @throws ConfigError naming the setting that is wrong or missing
 */
export function readBillingSettings(settings: Settings): BillingSettings {
  const { BILLING_SANDBOX, NODE_ENV } = settings;
  return {
    sandbox: BILLING_SANDBOX === 'auto' ? NODE_ENV !== 'production' : BILLING_SANDBOX === 'true',
    stripe: readStripe(settings),
    razorpay: readRazorpay(settings),
  };
}

function readStripe(settings: Settings): StripeSettings | undefined {
  const apiUrl = parseUrl(settings, 'STRIPE_API_URL');
  if (!isWhole(settings, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES'])) return undefined;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  return { secretKey, webhookSecret, prices: parsePrices(settings, 'STRIPE_PRICES'), apiUrl };
}

function readRazorpay(settings: Settings): RazorpaySettings | undefined {
  const apiUrl = parseUrl(settings, 'RAZORPAY_API_URL');
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_PLANS'] as const;
  if (!isWhole(settings, names)) return undefined;
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = settings;
  return { keyId, keySecret, webhookSecret, plans: parsePrices(settings, 'RAZORPAY_PLANS'), apiUrl };
}

function isWhole(settings: Settings, names: readonly Names[]): boolean {
  const missing = names.filter((name) => settings[name] === '');
  if (missing.length === names.length) return false;
  if (missing.length === 0) return true;
  const given = names.filter((name) => settings[name] !== '');
  throw new ConfigError(`${missing.join(', ')}: must be set together with ${given.join(', ')}`);
}

function parsePrices(settings: Settings, name: Names): ProviderPrices {
  const pairs = settings[name].split(',').map((pair) => {
    const match = /^\s*([\w-]+)=([\w-]+)\s*$/.exec(pair);
    if (!match) throw new ConfigError(`${name}: must be plan=id pairs (got ${JSON.stringify(pair)})`);
    return [match[1] ?? '', match[2] ?? ''] as const;
  });
  return new Map(pairs);
}

function parseUrl(settings: Settings, name: Names): URL {
  const url = URL.canParse(settings[name]) ? new URL(settings[name]) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new ConfigError(`${name}: must be an http or https URL (got ${JSON.stringify(settings[name])})`);
}
