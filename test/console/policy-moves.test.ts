import test from 'ava';
import { actionOf, countMoves } from '../../console/src/screens/policy/count-moves.ts';
import { findThresholdFault, listChanges, type Settings } from '../../console/src/screens/policy/settings.ts';

const settings: Settings = {
  policyMode: 'hybrid',
  scoringProfile: 'default',
  thresholds: { review: 50, block: 80 },
  degradedMode: { graphUnavailable: 'review', velocityUnavailable: 'review' },
  contagionGuard: { enabled: true, minimumAction: 'review' },
};
const buckets = [
  { from: 10, count: 700 },
  { from: 45, count: 20 },
  { from: 50, count: 9 },
  { from: 79, count: 4 },
  { from: 80, count: 3 },
];

test('a score is decided by thresholds and mode', (t) => {
  t.deepEqual(
    [49, 50, 79, 80].map((score) => actionOf(score, settings)),
    ['allow', 'review', 'review', 'block'],
  );
  t.is(actionOf(90, { ...settings, policyMode: 'advisory' }), 'review');
  t.is(actionOf(90, { ...settings, policyMode: 'shadow' }), 'allow');
});

test('moved thresholds move what lies between the old and the new ones', (t) => {
  t.deepEqual(countMoves(buckets, settings, settings), []);
  t.deepEqual(countMoves(buckets, settings, { ...settings, thresholds: { review: 45, block: 75 } }), [
    { from: 'allow', to: 'review', count: 20 },
    { from: 'review', to: 'block', count: 4 },
  ]);
  t.deepEqual(countMoves(buckets, settings, { ...settings, policyMode: 'shadow' }), [
    { from: 'review', to: 'allow', count: 13 },
    { from: 'block', to: 'allow', count: 3 },
  ]);
});

test('what changes is told setting by setting, in words', (t) => {
  t.deepEqual(listChanges(settings, settings), []);
  const other: Settings = {
    ...settings,
    policyMode: 'shadow',
    thresholds: { review: 45, block: 80 },
    contagionGuard: { enabled: false, minimumAction: 'review' },
  };
  t.deepEqual(listChanges(settings, other), [
    { name: 'Mode', before: 'Hybrid', after: 'Shadow' },
    { name: 'Review from a score of', before: '50', after: '45' },
    { name: 'Contagion guard', before: 'on', after: 'off' },
  ]);
});

test('thresholds that the service would refuse are found before', (t) => {
  t.is(findThresholdFault({ review: 50, block: 80 }), undefined);
  t.regex(findThresholdFault({ review: 80, block: 80 }) ?? '', /below block/);
  t.regex(findThresholdFault({ review: 0, block: 80 }) ?? '', /above 0/);
  t.regex(findThresholdFault({ review: 50, block: 101 }) ?? '', /100/);
  t.regex(findThresholdFault({ review: NaN, block: 80 }) ?? '', /numbers/);
});
