const INTEGER = new Intl.NumberFormat();
const COMPACT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const SCORE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const formatCount = (count: number): string => INTEGER.format(count);
export const formatCompact = (count: number): string => COMPACT.format(count);
/** @param share 0 to 1 */
export const formatShare = (share: number): string => PERCENT.format(share);
/** @param score 0 to 100 */
export const formatScore = (score: number): string => SCORE.format(score);

/**
 * Money in the manner of its currency: yen have no minor unit, dinars have thousandths.
 *
 * @param minor integer minor units
 */
export function formatMoney(minor: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
    return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    // Three letters that are no currency of this browser.
    return `${INTEGER.format(minor)} ${currency}`;
  }
}
