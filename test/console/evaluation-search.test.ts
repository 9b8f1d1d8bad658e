import test from 'ava';
import { readEvaluationSearch, type EvaluationSearch } from '../../console/src/screens/evaluations/search.ts';

/** As the router calls it with whatever an address says. */
function read(given: Record<string, unknown>): EvaluationSearch {
  return readEvaluationSearch(given as never);
}

test('filters are read from an address', (t) => {
  const search: EvaluationSearch = {
    page: 2,
    action: 'review',
    riskLevel: 'high',
    reasonCode: 'VELOCITY_BURST',
    minScore: 0,
    maxScore: 62.5,
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T00:00:00.000Z',
    search: 'order-1',
    sort: 'riskScore:desc',
    requireUserId: true,
  };
  t.deepEqual(read({ ...search }), search);
});

test('what is no filter, or says what holds anyway, is left out', (t) => {
  t.deepEqual(read({ page: 1, action: 'maybe', riskLevel: 3, from: 'soon', sort: 'createdAt:desc', other: 1 }), {});
  t.deepEqual(read({ reasonCode: 'NONE', minScore: '', maxScore: 101 }), {});
  t.deepEqual(read({ page: 1.5, search: '', requireUserId: 'true' }), {});
});

test('a moment is written as the API wants it, a number is searched for as text', (t) => {
  t.deepEqual(read({ from: '2026-11-01', search: 4711 }), { from: '2026-11-01T00:00:00.000Z', search: '4711' });
});
