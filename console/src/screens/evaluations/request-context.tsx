import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { Card } from '../../ui/page.tsx';

type Context = Schemas['RequestContext'];

const LINES: readonly { label: string; textOf: (context: Context) => string }[] = [
  { label: 'E-mail', textOf: ({ email }) => email ?? '' },
  { label: 'Phone', textOf: ({ phoneNumber }) => phoneNumber ?? '' },
  { label: 'IP address', textOf: ({ ipAddress }) => ipAddress ?? '' },
  { label: 'Place of the IP', textOf: ({ ipGeo }) => join(ipGeo?.city, ipGeo?.region, ipGeo?.country) },
  { label: 'Device', textOf: ({ deviceFingerprint }) => deviceFingerprint ?? '' },
  {
    label: 'System',
    textOf: ({ deviceMeta: meta }) => join(meta?.os, meta?.browser, meta?.language, meta?.timezone),
  },
  { label: 'Payment method', textOf: ({ paymentMethodHash }) => paymentMethodHash ?? '' },
  { label: 'Card', textOf: ({ cardDetails }) => describeCard(cardDetails) },
  { label: 'Billed to', textOf: ({ billingAddress }) => describeAddress(billingAddress) },
  { label: 'Shipped to', textOf: ({ shippingAddress }) => describeAddress(shippingAddress) },
  { label: 'Address hash', textOf: ({ shippingAddressHash }) => shippingAddressHash ?? '' },
];

/** What the request said, masked: only the beginning and the end of personal data leave the service. */
export function RequestContext({ context }: { context: Context }) {
  const lines = LINES.map(({ label, textOf }) => ({ label, text: textOf(context) })).filter(({ text }) => text !== '');
  return (
    <Card title="Request">
      {lines.length === 0 ? (
        <p className="muted">It said nothing but the user, the transaction and the amount.</p>
      ) : (
        <dl className="facts">
          {lines.map(({ label, text }) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{text}</dd>])}
        </dl>
      )}
      <p className="muted small">Personal data is masked: the first three and the last two characters are kept.</p>
    </Card>
  );
}

function join(...words: (string | undefined)[]): string {
  return words.filter(Boolean).join(', ');
}

function describeAddress(address: Context['billingAddress']): string {
  return join([address?.postalCode, address?.city].filter(Boolean).join(' '), address?.country);
}

function describeCard(card: Context['cardDetails']): string {
  if (!card) return '';
  const number = [card.bin, card.last4 && `…${card.last4}`].filter(Boolean).join(' ');
  return join(card.network, card.cardType, number, card.issuingCountry);
}
