import test from 'ava';
import type { Contributions } from '../../console/src/api/assessment-words.ts';
import { explainReason } from '../../console/src/screens/evaluations/explain/reason-sentences.ts';
import { REASON_CODES } from '../../engine/vocabulary.ts';

function explain(code: string, contributions: Contributions, amountMinor: number | null = 12_900) {
  return explainReason(code, { contributions, amountMinor });
}

test('failed payments: the entity over which most methods failed', (t) => {
  t.is(
    explain('VELOCITY_FAILED_PAYMENTS', { userFailedMethods1h: 3, deviceFailedMethods1h: 7 }),
    'Payments with 7 payment methods failed in the last hour with this device.',
  );
  t.is(
    explain('VELOCITY_FAILED_PAYMENTS', { userFailedMethods1h: 1, userPayments24h: 9 }),
    'Many payment methods failed in the last 24 hours; 9 were used with this user.',
  );
});

test('a burst: by the minute, right after signing up, or within ten minutes', (t) => {
  t.is(explain('VELOCITY_BURST', { deviceEvents1m: 14 }), '14 events in the last minute with this device.');
  t.is(
    explain('VELOCITY_BURST', { deviceEvents1m: 2, sinceSignupSeconds: 3 }),
    'The payment came 3 seconds after the account was created.',
  );
  t.is(
    explain('VELOCITY_BURST', { emailEvents1h: 26, sinceSignupSeconds: 3 }, null),
    'A burst of events within ten minutes: 26 events in the last hour with this e-mail address.',
  );
});

test('an amount against what the user usually pays', (t) => {
  t.is(
    explain('VELOCITY_AMOUNT_SPIKE', {
      amountZScore: 5.6,
      amountAboveUsual: Math.log(10.5),
      amountAboveMost: 1.7,
      deviceNovelty: 0.8,
    }),
    'The amount is 10.5 times what this user usually pays (5.6 spreads above the usual), more than ever before, on a device new to this user.',
  );
  t.regex(
    explain('VELOCITY_AMOUNT_SPIKE', { amountZScore: 4 }) ?? '',
    /unusual for your customers .*no earlier payment/,
  );
});

test('a rate above the user’s own', (t) => {
  t.is(
    explain('VELOCITY_ZSCORE_SPIKE', { userEvents1h: 12, countZScore: 9.34 }),
    '12 events of this user in the last hour: 9.3 standard deviations above its own rate before.',
  );
});

test('fraud near in the graph', (t) => {
  t.regex(explain('GRAPH_FRAUD_NEIGHBOR', { fraudNeighbors: 1 }) ?? '', /^1 user with confirmed fraud shares /);
  t.regex(explain('GRAPH_FRAUD_NEIGHBOR', { fraudNeighbors: 2 }) ?? '', /^2 users with confirmed fraud share /);
  t.regex(explain('GRAPH_FRAUD_NEIGHBOR', { fraudWithinTwoHops: 3 }) ?? '', /^3 users .* within two hops/);
  t.is(
    explain('GRAPH_FRAUD_SIMILARITY', { confirmedFraudUser: true, knnFraudSimilarity: 1 }),
    'This user itself is confirmed fraud.',
  );
  t.regex(explain('GRAPH_FRAUD_SIMILARITY', { knnFraudSimilarity: 0.72 }) ?? '', /72\s?% like them/);
});

test('sharing: newcomers before crowds', (t) => {
  t.is(
    explain('GRAPH_SHARED_INDICATORS', { deviceNewConnections24h: 3, deviceConnections: 4, accountAgeSeconds: 7_300 }),
    '3 other users were new to this device in the last 24 hours; the account is 2 hours old.',
  );
  t.is(
    explain('GRAPH_SHARED_INDICATORS', { paymentConnections: 6, deviceNewConnections24h: 0, accountAgeSeconds: 0 }),
    '6 users share this payment method, more than a household explains; the account is brand new.',
  );
});

test('what earlier outcomes say', (t) => {
  t.is(
    explain('GLOBAL_THREAT_INDICATOR', {
      deviceGlobalThreat: true,
      emailGlobalThreat: false,
      paymentGlobalThreat: true,
    }),
    'The device and the payment method are in the global threat database: confirmed as fraud in two companies, or three times in one.',
  );
  t.is(
    explain('CONFIRMED_FRAUD_INDICATOR', {
      deviceConfirmedFraud: 2,
      emailConfirmedFraud: 1,
      ipConfirmedFraud: 9,
      deviceSinceFraudSeconds: 180_000,
    }),
    'Fraud was confirmed twice with this device and once with this e-mail address, last 2 days before.',
  );
  t.regex(
    explain('HIGH_RISK_INDICATOR', { ipFraudRate: 0.16, userFraudRate: 0.02 }) ?? '',
    /16\s?% .* this IP address/,
  );
});

test('every reason code has a sentence, even without the numbers behind it', (t) => {
  for (const code of Object.keys(REASON_CODES)) {
    t.regex(explain(code, {}) ?? '', /^[A-Z0-9].*\.$/, code);
    t.notRegex(explain(code, {}) ?? '', /undefined|NaN|Infinity/, code);
  }
  t.is(explain('SOMETHING_NEW', {}), undefined);
});
