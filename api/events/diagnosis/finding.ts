import type { ErrorDetail } from '../../http/errors.ts';

/** What one check of a diagnosis found. */
export interface Finding {
  /** Null: it could not be checked, for want of what another check misses. */
  ok: boolean | null;
  message: string;
  /** What to do about it, in words for whoever writes the client. */
  hints?: string[];
  details?: ErrorDetail[];
}

export const passed = (message: string): Finding => ({ ok: true, message });
export const failed = (message: string, ...hints: string[]): Finding => ({ ok: false, message, hints });
export const notChecked = (message: string): Finding => ({ ok: null, message });
