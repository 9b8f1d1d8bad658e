import { formatMoney } from '../../format/numbers.ts';

interface AmountProps {
  amountMinor: number | null;
  currency: string | null;
}

/** The money at stake, if any. */
export function Amount({ amountMinor, currency }: AmountProps) {
  if (amountMinor === null || !currency) return <span className="muted">–</span>;
  return <span className="number">{formatMoney(amountMinor, currency)}</span>;
}
