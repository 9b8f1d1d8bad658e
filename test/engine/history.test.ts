import test from 'ava';
import {
  summarizeBaseline,
  summarizeUser,
  summarizeVelocity,
  type History,
  type PastKind,
} from '../../engine/history.ts';

interface Event {
  age: number;
  kind?: PastKind;
  amount?: number | null;
  user?: number;
  transaction?: number;
  device?: number;
  payment?: number;
}

function historyOf(events: readonly Event[]): History {
  const at = (index: number) => events[index]!;
  return {
    length: events.length,
    age: (index) => at(index).age,
    kind: (index) => at(index).kind ?? 'other',
    amount: (index) => at(index).amount ?? null,
    user: (index) => at(index).user ?? 1,
    transaction: (index) => at(index).transaction ?? 0,
    device: (index) => at(index).device ?? 0,
    payment: (index) => at(index).payment ?? 0,
  };
}

const NONE = historyOf([]);

test('an event at the very end of a window is in it', (t) => {
  const velocity = summarizeVelocity(
    historyOf([0, 60, 60.001, 600, 3600, 3600.5, 86_400, 86_401, 604_800, 604_801].map((age) => ({ age }))),
  );
  t.like(velocity, { events1m: 2, attempts1m: 2, attempts10m: 4, events1h: 5, events24h: 7, events7d: 9 });
  t.is(velocity.spanSeconds, 604_801);
  t.is(summarizeVelocity(NONE).spanSeconds, 0);
});

test('a failed payment and the assessment that led to it are no attempts', (t) => {
  const kinds: PastKind[] = [
    'assess',
    'payment_failed',
    'assess',
    'payment_failed',
    'payment_failed',
    'payment_succeeded',
  ];
  const velocity = summarizeVelocity(historyOf(kinds.map((kind, index) => ({ kind, age: index * 20 }))));
  t.like(velocity, { events1m: 4, attempts1m: 0, events1h: 6, attempts10m: 1, attempts1h: 1 });
});

test('users, payment methods and those that failed are counted once, and none is none', (t) => {
  const failed = { kind: 'payment_failed' } as const;
  const velocity = summarizeVelocity(
    historyOf([
      { age: 10, user: 1, payment: 7, ...failed },
      { age: 20, user: 2, payment: 7, ...failed },
      { age: 7200, user: 2, payment: 7, ...failed },
      { age: 7200, user: 2, payment: 8, ...failed },
      { age: 7200, user: 3, payment: 9 },
      { age: 30, user: 3, payment: 0, ...failed },
      { age: 90_000, user: 4, payment: 10, ...failed },
    ]),
  );
  t.like(velocity, { users24h: 3, payments24h: 3, failedMethods1h: 1, failedMethods24h: 2 });
});

test('what was paid in a day is added up, of succeeded payments in the same currency', (t) => {
  const paid = { kind: 'payment_succeeded' } as const;
  const events = [
    { age: 1, amount: 500, ...paid },
    { age: 86_400, amount: 70, ...paid },
    { age: 86_401, amount: 9, ...paid },
  ];
  const others = [
    { age: 1, amount: null, ...paid },
    { age: 1, amount: 3 },
  ];
  t.is(summarizeVelocity(historyOf([...events, ...others])).amountPaid24h, 570);
});

test('usual amounts: the median and 84th percentile of other transactions, money that went back left out', (t) => {
  const amounts = [100, 400, 200, 300].map((amount) => ({ age: 5, amount, transaction: 1 }));
  const baseline = summarizeBaseline(
    historyOf([
      ...amounts,
      { age: 9, amount: 1e6, transaction: 2 },
      { age: 3, amount: 1e7, kind: 'money_back' },
      { age: 1 },
    ]),
    2,
  );
  const log = (amount: number) => Math.log(1 + amount);
  t.like(baseline, { events: 7, amounts: 4, mostLogAmount: log(400) });
  t.is(baseline.medianLogAmount, (log(200) + log(300)) / 2);
  // 0.8413 of the way from the first to the last of four lies 0.5239 of the way from the third to the fourth.
  const oneSigma = log(300) + (log(400) - log(300)) * (0.8413 * 3 - 2);
  t.true(Math.abs(baseline.spreadLogAmount - (oneSigma - baseline.medianLogAmount)) < 1e-12);
  t.deepEqual(summarizeBaseline(NONE, 1), {
    events: 0,
    amounts: 0,
    medianLogAmount: 0,
    spreadLogAmount: 0,
    mostLogAmount: 0,
  });
});

test('a user: the amounts of the last hour are left out, devices and the time since signing up are not', (t) => {
  const user = summarizeUser(
    historyOf([
      { age: 3600, amount: 9, transaction: 5, device: 4 },
      { age: 3601, amount: 1, transaction: 5, device: 4 },
      { age: 9000, kind: 'user_created', device: 3 },
      { age: 8000, kind: 'user_created' },
    ]),
    { transaction: 6, device: 4 },
  );
  t.like(user, { amounts: 1, medianLogAmount: Math.log(2), devices: 2, eventsOnDevice: 2, sinceSignupSeconds: 8000 });
  t.is(summarizeUser(historyOf([{ age: 1 }]), { transaction: 1, device: 0 }).eventsOnDevice, 0);
  t.is(summarizeUser(NONE, { transaction: 1, device: 0 }).sinceSignupSeconds, null);
});
