import test from 'ava';
import { isWholeDay, toDay, toDayEnd, toDayStart, toLastDay } from '../../console/src/screens/audit-log/days.ts';
import { compareSides, formatValue } from '../../console/src/screens/audit-log/flatten.ts';
import { listActors } from '../../console/src/screens/audit-log/list-actors.ts';
import { readAuditSearch } from '../../console/src/screens/audit-log/search.ts';

const read = (given: Record<string, unknown>) =>
  readAuditSearch(given as unknown as Parameters<typeof readAuditSearch>[0]);
const ID = '01a20030-da64-70d1-b007-baf42cd62d28';

test('both sides are compared value by value, and what stayed is there as well', (t) => {
  const lines = compareSides({ a: { b: 1, c: 'x' }, list: [1, 2] }, { a: { b: 2, c: 'x' }, list: [1, 2], added: null });
  t.deepEqual(lines, [
    { path: 'a.b', before: 1, after: 2, changed: true },
    { path: 'a.c', before: 'x', after: 'x', changed: false },
    { path: 'list', before: [1, 2], after: [1, 2], changed: false },
    { path: 'added', before: undefined, after: null, changed: true },
  ]);
  t.deepEqual(compareSides(null, null), []);
});

test('values are shown as they are', (t) => {
  t.deepEqual([undefined, null, 'x', 5, ['y']].map(formatValue), ['–', 'null', 'x', '5', '["y"]']);
});

test('a day of the filter is the whole day of the person, and reads back as that day', (t) => {
  for (const day of ['2026-11-21', '2026-12-31', '2024-02-29', '2026-03-29']) {
    t.is(toDay(toDayStart(day)), day);
    t.is(toLastDay(toDayEnd(day)), day);
    t.true((toDayStart(day) ?? '') < (toDayEnd(day) ?? ''));
  }
  t.deepEqual([toDayStart(''), toDayEnd(''), toDay(undefined), toLastDay(undefined)], [undefined, undefined, '', '']);
});

test('a year that is still being typed is no day to filter by', (t) => {
  t.deepEqual(['0002-11-21', '0202-11-21', '2026-11-21'].map(isWholeDay), [false, false, true]);
});

test('an address with filters that are none still opens', (t) => {
  t.deepEqual(read({ page: 'x', action: 'none.such', actorId: 'ada', from: 'soon', other: 1 }), {});
  const search = { page: 2, action: 'policy.updated', actorId: ID, from: '2026-11-21T00:00:00.000Z' };
  t.deepEqual(read(search), search as ReturnType<typeof read>);
});

test('people to filter by: members, who was seen, and who is filtered by; each once', (t) => {
  const actors = listActors(
    [{ id: '1', email: 'bob@example.com' }],
    [
      { actorId: '1', actorEmail: 'bob@example.com' },
      { actorId: '2', actorEmail: 'ada@example.com' },
      { actorId: null, actorEmail: null },
    ],
    '3',
  );
  t.deepEqual(
    actors.map(({ email }) => email),
    ['3', 'ada@example.com', 'bob@example.com'],
  );
});
