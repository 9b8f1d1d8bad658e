import test from 'ava';
import { ACTION_NAMES, type AuditEntry } from '../../console/src/screens/audit-log/actions.ts';
import { describeActor, describeEntry } from '../../console/src/screens/audit-log/describe-entry.ts';
import { formatDate } from '../../console/src/format/dates.ts';
import { diffJson } from '../../api/audit-logs/diff-json.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../engine/vocabulary.ts';

/* Each action that the service records, with the fields that it records of it. */

type Sides = [before: Record<string, unknown> | null, after: Record<string, unknown> | null];

function anEntry(action: string, [before, after]: Sides, fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: '01a20030-da64-70d1-b007-baf42cd62d28',
    actorId: '01a20030-da64-70d1-b007-baf42cd62d29',
    actorEmail: 'ada@example.com',
    action: action as AuditAction,
    targetType: action.split('.')[0] ?? '',
    targetId: 'target-1',
    before,
    after,
    diff: diffJson(before, after),
    ipAddress: '203***.7',
    createdAt: '2026-11-21T22:00:00.000Z',
    ...fields,
  };
}

const POLICY = {
  policyMode: 'hybrid',
  scoringProfile: 'default',
  thresholds: { review: 50, block: 80 },
  degradedMode: { graphUnavailable: 'allow', velocityUnavailable: 'allow' },
  contagionGuard: { enabled: true, minimumAction: 'review' },
  version: 1,
};
const STARTS = '2026-11-21T00:00:00.000Z';
const ENDS = '2026-12-21T12:00:00.000Z';
const TERMS = { status: 'active', startsAt: STARTS, endsAt: ENDS, cancelAtPeriodEnd: false };
const LATER = '2027-01-21T12:00:00.000Z';
const TARGET = {
  origin: 'https://hooks.example.com',
  description: 'SIEM',
  eventTypes: ['threat.indicator.created'],
  status: 'active',
};

const SENTENCES: Record<AuditAction, [sides: Sides, sentence: string][]> = {
  'policy.updated': [
    [
      [POLICY, { ...POLICY, thresholds: { review: 45, block: 80 }, version: 2 }],
      'changed the policy: review threshold 50 → 45',
    ],
    [
      [
        POLICY,
        { ...POLICY, policyMode: 'shadow', contagionGuard: { enabled: false, minimumAction: 'review' }, version: 2 },
      ],
      'changed the policy: contagion guard on → off, mode hybrid → shadow',
    ],
  ],
  'webhook_secret.regenerated': [
    [[null, { secretPrefix: 'whsec_bOPID0', rotatedAt: STARTS }], 'generated the first signing secret, whsec_bOPID0…'],
    [
      [
        { secretPrefix: 'whsec_bOPID0', rotatedAt: STARTS },
        { secretPrefix: 'whsec_aaaaaa', rotatedAt: LATER },
      ],
      'replaced the signing secret whsec_bOPID0… by whsec_aaaaaa…',
    ],
  ],
  'invitation.created': [
    [[null, { email: 'bob@example.com', role: 'analyst', expiresAt: ENDS }], 'invited bob@example.com as an analyst'],
    [
      [null, { email: 'bob@example.com', role: 'admin', expiresAt: ENDS, replaces: 'id' }],
      'invited bob@example.com as an admin, in place of an open invitation',
    ],
  ],
  'invitation.revoked': [
    [
      [
        { email: 'bob@example.com', role: 'analyst', status: 'pending' },
        { email: 'bob@example.com', role: 'analyst', status: 'revoked' },
      ],
      'revoked the invitation of bob@example.com as an analyst',
    ],
  ],
  'member.joined': [
    [
      [null, { email: 'bob@example.com', role: 'analyst', invitationId: 'id', invitedBy: 'ada@example.com' }],
      'joined as an analyst, invited by ada@example.com',
    ],
  ],
  'member.role_changed': [
    [
      [
        { email: 'bob@example.com', role: 'analyst' },
        { email: 'bob@example.com', role: 'admin' },
      ],
      'made bob@example.com an admin, before an analyst',
    ],
  ],
  'member.removed': [[[{ email: 'bob@example.com', role: 'analyst' }, null], 'removed bob@example.com, an analyst']],
  'member.password_reset': [[[null, null], 'chose a new password by the link of an e-mail; all sessions ended']],
  'threat_subscription.created': [
    [[null, TARGET], 'subscribed https://hooks.example.com (SIEM) to new threats'],
    [[null, { ...TARGET, description: null }], 'subscribed https://hooks.example.com to new threats'],
  ],
  'threat_subscription.deleted': [
    [[TARGET, null], 'deleted the threat subscription of https://hooks.example.com (SIEM)'],
  ],
  'subscription.requested': [
    [
      [null, { planCode: 'growth', provider: 'sandbox', status: 'pending' }],
      'opened a checkout for the plan growth at sandbox',
    ],
  ],
  'subscription.updated': [
    [
      [{ ...TERMS, status: 'pending', endsAt: null }, TERMS],
      `started the subscription, paid until ${formatDate(ENDS)}`,
    ],
    [[TERMS, { ...TERMS, status: 'expired' }], 'ended the subscription'],
    [[TERMS, { ...TERMS, endsAt: LATER }], `moved the end of the subscription to ${formatDate(LATER)}`],
    [
      [TERMS, { ...TERMS, cancelAtPeriodEnd: true }],
      `noted that the subscription is not renewed after ${formatDate(ENDS)}`,
    ],
    [[{ ...TERMS, cancelAtPeriodEnd: true }, TERMS], 'noted that the subscription is renewed again'],
  ],
};

for (const action of AUDIT_ACTIONS) {
  test(`${action} has a name, and reads as a sentence`, (t) => {
    t.truthy(ACTION_NAMES[action]);
    for (const [sides, sentence] of SENTENCES[action]) t.is(describeEntry(anEntry(action, sides)), sentence);
  });

  test(`${action} is told even when fields are missing`, (t) => {
    t.notRegex(describeEntry(anEntry(action, [null, null])), /undefined|null|\[object/);
  });
}

test('an action that is not known is told plainly', (t) => {
  t.is(describeEntry(anEntry('key_rotation.done', [null, { a: 1 }])), 'did key_rotation.done on key rotation target-1');
});

test('who did it is a person, or the billing provider', (t) => {
  t.is(describeActor(anEntry('policy.updated', [null, null])), 'ada@example.com');
  const byNobody = { actorId: null, actorEmail: null };
  t.is(describeActor(anEntry('subscription.updated', [null, TERMS], byNobody)), 'The billing provider');
});
