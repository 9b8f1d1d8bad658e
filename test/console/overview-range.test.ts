import test from 'ava';
import { rangeOf } from '../../console/src/screens/overview/range.ts';

const NOW = Date.parse('2026-11-21T22:16:51.500Z');

test('a day is 24 hours that end with the current one', (t) => {
  const { from, interval, previous } = rangeOf(1, NOW);
  t.is(from, '2026-11-20T23:00:00.000Z');
  t.is(interval, 'hour');
  t.deepEqual(previous, { from: '2026-11-19T23:00:00.000Z', to: '2026-11-20T23:00:00.000Z' });
});

test('more days are days of UTC that end with today', (t) => {
  const { from, interval, previous } = rangeOf(7, NOW);
  t.is(from, '2026-11-15T00:00:00.000Z');
  t.is(interval, 'day');
  t.deepEqual(previous, { from: '2026-11-08T00:00:00.000Z', to: '2026-11-14T23:00:00.000Z' });
});
