import { entryOf, fieldsOf, textOf } from './read-payload.ts';
import { translateRazorpay } from './razorpay.ts';
import { translateSandbox } from './sandbox.ts';
import { translateStripe } from './stripe.ts';
import type { Translation, Translator } from './subscription-change.ts';

const TRANSLATORS: Readonly<Record<string, Translator>> = {
  stripe: translateStripe,
  razorpay: translateRazorpay,
  sandbox: translateSandbox,
};

/** What a notification says in our words (contract section 5). Never throws, whatever the payload. */
export function translateEvent(provider: string, payload: unknown): Translation {
  return entryOf(TRANSLATORS, provider)?.(payload) ?? { ignored: 'of an unknown provider' };
}

/** The provider's own name of what happened. */
export function readEventType(payload: unknown): string | undefined {
  const { type, event } = fieldsOf(payload);
  return textOf(type) ?? textOf(event);
}
