import test from 'ava';
import { describeChanges } from '../../console/src/screens/policy/setting-words.ts';
import {
  findThresholdFault,
  listChanged,
  reapply,
  updateOf,
  type Settings,
} from '../../console/src/screens/policy/settings.ts';

const BASE: Settings = {
  policyMode: 'hybrid',
  scoringProfile: 'default',
  review: 50,
  block: 80,
  graphUnavailable: 'review',
  velocityUnavailable: 'review',
  guardEnabled: true,
  guardAction: 'review',
};

test('a change says nothing but what differs, and of which version', (t) => {
  const changed: Settings = { ...BASE, policyMode: 'shadow', review: 45, guardEnabled: false };
  t.deepEqual(updateOf(BASE, changed, 3), {
    policyMode: 'shadow',
    thresholds: { review: 45 },
    contagionGuard: { enabled: false },
    version: 3,
  });
  t.deepEqual(updateOf(BASE, BASE, 3), { version: 3 });
});

test('changes of two people are put together, the later one counts where both changed the same', (t) => {
  const theirs: Settings = { ...BASE, block: 90, guardAction: 'block' };
  const mine: Settings = { ...BASE, review: 45, guardAction: 'allow' };
  t.deepEqual(reapply(BASE, mine, theirs), { ...BASE, review: 45, block: 90, guardAction: 'allow' });
});

test('changes in words', (t) => {
  t.deepEqual(listChanged(BASE, { ...BASE, block: 85 }), ['block']);
  t.deepEqual(describeChanges(BASE, { ...BASE, block: 85.5, policyMode: 'advisory', guardEnabled: false }), [
    { setting: 'policyMode', label: 'Mode', before: 'Hybrid', after: 'Advisory' },
    { setting: 'block', label: 'Block from', before: 'score 80', after: 'score 85.5' },
    { setting: 'guardEnabled', label: 'Contagion guard', before: 'on', after: 'off' },
  ]);
});

test('thresholds are in order: 0 < review < block <= 100', (t) => {
  t.is(findThresholdFault({ review: 50, block: 80 }), undefined);
  t.is(findThresholdFault({ review: 0.01, block: 100 }), undefined);
  t.regex(findThresholdFault({ review: 0, block: 80 }) ?? '', /above 0/);
  t.regex(findThresholdFault({ review: 80, block: 80 }) ?? '', /below block/);
  t.regex(findThresholdFault({ review: 80, block: 101 }) ?? '', /above 100/);
});
