import test from 'ava';
import fc from 'fast-check';
import type { SubscriptionRow } from '../../db/queries/subscription-moves.ts';
import { foldChanges, type StoredChange } from '../../workers/billing/fold-changes.ts';
import { settleSubscriptions } from '../../workers/billing/settle-subscriptions.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 1);
const day = (days: number) => new Date(START + days * DAY_MS);

let count = 0;
function aChange(standing: StoredChange['standing'], at: number, fields: Partial<StoredChange> = {}): StoredChange {
  count += 1;
  return { eventId: `event-${count}`, providerSubscriptionId: 'sub', standing, occurredAt: day(at), ...fields };
}
const paid = (at: number, from: number, until: number) =>
  aChange('active', at, { period: { start: day(from), end: day(until) } });

function aRow(fields: Partial<SubscriptionRow> = {}): SubscriptionRow {
  return {
    id: 'a',
    status: 'pending',
    provider: 'sandbox',
    providerSubscriptionId: 'sub',
    providerCustomerId: null,
    startsAt: day(0),
    endsAt: null,
    cancelAtPeriodEnd: false,
    createdAt: day(0),
    ...fields,
  };
}

const change = fc
  .record({
    standing: fc.constantFrom('noted', 'active', 'suspended', 'ended' as const),
    at: fc.integer({ min: 0, max: 5 }),
    from: fc.integer({ min: 0, max: 90 }),
    days: fc.integer({ min: 1, max: 40 }),
    cancelAtPeriodEnd: fc.option(fc.boolean(), { nil: undefined }),
    customerId: fc.option(fc.constantFrom('one', 'other'), { nil: undefined }),
  })
  .map(({ standing, at, from, days, ...rest }) =>
    aChange(standing, at, {
      ...rest,
      ...(standing === 'active' && { period: { start: day(from), end: day(from + days) } }),
    }),
  );
const changes = fc.array(change, { minLength: 1, maxLength: 8 });
const changesInTwoOrders = changes.chain((list) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
);

test('changes come to the same in every order, also those of one second', (t) => {
  fc.assert(
    fc.property(changesInTwoOrders, ([one, other]) => {
      t.deepEqual(foldChanges(one), foldChanges(other));
    }),
    { numRuns: 500 },
  );
});

test('a renewal extends the end, and one that is told late does not shorten it', (t) => {
  const [first, second] = [paid(0, 0, 30), paid(30, 30, 60)];
  t.deepEqual(foldChanges([first]).endsAt, day(30));
  t.deepEqual(foldChanges([second, first]), { ...foldChanges([first]), endsAt: day(60) });
});

test('the end a provider tells is the earlier of it and what was paid for', (t) => {
  t.deepEqual(foldChanges([paid(0, 0, 30), aChange('ended', 10)]).endsAt, day(10));
  t.deepEqual(foldChanges([paid(0, 0, 30), aChange('ended', 40)]).endsAt, day(30));
  t.deepEqual(foldChanges([paid(0, 0, 30), aChange('ended', 10, { endsAt: day(20) })]).endsAt, day(20));
});

test('a suspended subscription comes back when it is paid for, an ended one does not', (t) => {
  const unpaid = [paid(0, 0, 30), aChange('suspended', 10)];
  t.deepEqual(foldChanges(unpaid).endsAt, day(10));
  t.deepEqual(foldChanges([...unpaid, paid(12, 12, 42)]).endsAt, day(42));
  t.deepEqual(foldChanges([paid(0, 0, 30), aChange('ended', 10), paid(12, 12, 42)]).endsAt, day(10));
});

test('of one second, what is in favour of the customer counts last', (t) => {
  const told = [paid(0, 0, 30), aChange('suspended', 5, { eventId: 'x' })];
  for (const eventId of ['w', 'y']) {
    const again = { ...paid(5, 0, 30), eventId };
    t.deepEqual(foldChanges([...told, again]).endsAt, day(30));
  }
});

test('what was never paid for stays pending, or expires without having started', (t) => {
  const settle = (list: StoredChange[]) => settleSubscriptions([aRow()], () => list, day(5))[0];
  t.like(settle([aChange('noted', 1, { customerId: 'one' })]), { status: 'pending', providerCustomerId: 'one' });
  t.like(settle([aChange('ended', 1)]), { status: 'expired', startsAt: day(0), endsAt: day(1) });
});

test('cancelled at the end of the period, it is active until then', (t) => {
  const list = [paid(0, 0, 30), aChange('noted', 3, { cancelAtPeriodEnd: true })];
  const at = (days: number) => settleSubscriptions([aRow()], () => list, day(days))[0];
  t.like(at(29), { status: 'active', endsAt: day(30), cancelAtPeriodEnd: true });
  t.like(at(30), { status: 'expired', endsAt: day(30), cancelAtPeriodEnd: true });
});

test('of two that started the newer one counts, in whatever order they are told of', (t) => {
  const [old, young] = [aRow({ id: 'b' }), aRow({ id: 'a', providerSubscriptionId: 'other', createdAt: day(7) })];
  const trial = aRow({ id: 'c', provider: null, providerSubscriptionId: null, status: 'active', endsAt: day(14) });
  const told: Record<string, StoredChange[]> = { a: [paid(8, 8, 38)], b: [paid(3, 3, 33), paid(33, 33, 63)] };
  const settle = (rows: SubscriptionRow[], ids: string) =>
    settleSubscriptions(rows, ({ id }) => (ids.includes(id) ? (told[id] ?? []) : []), day(10));
  const expected = [
    { id: 'c', status: 'expired', endsAt: day(3) },
    { id: 'b', status: 'expired', startsAt: day(3), endsAt: day(8) },
    { id: 'a', status: 'active', startsAt: day(8), endsAt: day(38) },
  ];
  for (const order of ['ab', 'ba']) {
    const first = settle([trial, old, young], order.slice(0, 1));
    t.like(settle(first, order), expected, order);
  }
});

test('a paid subscription ends the trial also when the clock of its provider is behind', (t) => {
  const trial = aRow({ id: 't', provider: null, providerSubscriptionId: null, status: 'active', startsAt: day(1) });
  const bought = aRow({ createdAt: day(1.1) });
  const rows = settleSubscriptions([bought, trial], ({ id }) => (id === 'a' ? [paid(0.9, 0.9, 31)] : []), day(2));
  t.like(rows, [
    { status: 'active', startsAt: day(1.1) },
    { status: 'expired', endsAt: day(1.1) },
  ]);
});
