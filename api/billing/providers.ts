import type { Plan } from '../../db/models/plan.ts';
import { BILLING_PROVIDERS, type BillingProviderName } from '../../engine/vocabulary.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { ApiError } from '../http/errors.ts';
import type { BillingProvider } from './provider.ts';
import { createSandboxProvider } from './providers/sandbox.ts';

/** The providers that are configured, by name. */
export type BillingProviders = ReadonlyMap<string, BillingProvider>;

/** Where a plan is sold; a free one nowhere. */
export function listSellers(
  providers: BillingProviders,
  { code, priceMinor }: Pick<Plan, 'code' | 'priceMinor'>,
): BillingProviderName[] {
  const isSeller = (name: BillingProviderName) => priceMinor > 0 && providers.get(name)?.sells(code) === true;
  return BILLING_PROVIDERS.filter(isSeller);
}

/** The SDK of a provider takes a while to load: only that of one that is configured is. */
export async function createBillingProviders(config: Config, clock: Clock): Promise<BillingProviders> {
  const { BILLING_TIMEOUT_MS: timeoutMs, publicUrl } = config;
  const { razorpay, sandbox, stripe } = config.billing;
  const providers = new Map<BillingProviderName, BillingProvider>();
  if (stripe) {
    const { createStripeProvider } = await import('./providers/stripe.ts');
    providers.set('stripe', createStripeProvider({ settings: stripe, timeoutMs, publicUrl, clock }));
  }
  if (razorpay) {
    const { createRazorpayProvider } = await import('./providers/razorpay.ts');
    providers.set('razorpay', createRazorpayProvider(razorpay, timeoutMs));
  }
  if (sandbox) providers.set('sandbox', createSandboxProvider(config));
  return providers;
}

/** @throws ApiError NOT_FOUND, the same for an unknown provider and for one that is not configured */
export function requireProvider(providers: BillingProviders, name: string): BillingProvider {
  const provider = providers.get(name);
  if (!provider) throw new ApiError('NOT_FOUND', { message: 'There is no such billing provider here' });
  return provider;
}
