import test from 'ava';
import type { AssessedEvent } from '../../scripts/demo/play.ts';
import type { EventStep } from '../../scripts/demo/steps.ts';
import {
  listFalseAlarms,
  listMissedPayments,
  summariseFraudPayments,
  summariseScenarios,
} from '../../scripts/demo/summary.ts';

function assessed(step: Partial<EventStep>, answer: Partial<AssessedEvent> = {}): AssessedEvent {
  return {
    step: {
      kind: 'event',
      at: 0,
      scenario: 'ordinary',
      userId: 'user-1',
      eventType: 'payment_succeeded',
      metadata: {},
      paymentDetails: { amountMinor: 1_000 },
      ...step,
    },
    assessmentId: 'assessment',
    riskScore: 0,
    action: 'allow',
    reasonCodes: [],
    ...answer,
  };
}

const history = [
  assessed({}),
  assessed({}, { riskScore: 60, action: 'review', reasonCodes: ['VELOCITY_BURST'] }),
  assessed({ eventType: 'dispute_opened' }, { riskScore: 99, action: 'block' }),
  assessed({ scenario: 'card testing', userId: 'tester' }),
  assessed({ scenario: 'card testing', userId: 'tester', at: -1, eventType: 'payment_failed' }),
  assessed({ scenario: 'card testing', userId: 'tester' }, { riskScore: 85, action: 'block' }),
];

test('scenarios count events and what was caught, without the outcomes', (t) => {
  const [ordinary] = summariseScenarios(history);
  t.deepEqual(ordinary, {
    scenario: 'ordinary',
    events: 2,
    review: 1,
    block: 0,
    caught: 1,
    averageScore: 30,
    highestScore: 60,
    reasons: [{ code: 'VELOCITY_BURST', count: 1 }],
  });
});

test('fraudulent payments count money that got through, and failed payments move none', (t) => {
  const summary = summariseFraudPayments(history).find(({ scenario }) => scenario === 'card testing');
  t.deepEqual(summary, {
    scenario: 'card testing',
    payments: 3,
    caught: 1,
    accounts: 1,
    accountsCaught: 1,
    amountAllowed: 1_000,
  });
});

test('misses are fraudulent payments that were allowed, false alarms honest ones that were not', (t) => {
  t.deepEqual(
    listMissedPayments(history)
      .flat()
      .map(({ step }) => step.at),
    [-1, 0],
  );
  const { payments, reviewed, blocked } = listFalseAlarms(history);
  t.deepEqual([payments, reviewed.length, blocked.length], [2, 1, 0]);
});
