import test from 'ava';
import fc from 'fast-check';
import { diffJson, type Difference } from '../../api/audit-logs/diff-json.ts';

type Json = Record<string, unknown>;

test('only what differs is listed, down to the value, the absent side as null', (t) => {
  const before = { mode: 'hybrid', thresholds: { review: 50, block: 80 }, types: ['a'], note: 'x' };
  const after = { mode: 'hybrid', thresholds: { review: 50, block: 90 }, types: ['a', 'b'], 'a/b~c': true };
  t.deepEqual(diffJson(before, after), [
    { path: '/a~1b~0c', before: null, after: true },
    { path: '/note', before: 'x', after: null },
    { path: '/thresholds/block', before: 80, after: 90 },
    { path: '/types', before: ['a'], after: ['a', 'b'] },
  ]);
});

test('what was created has all its values after, what was deleted before', (t) => {
  const object = { url: 'https://example.com', nested: { one: 1 } };
  t.deepEqual(diffJson(null, object), [
    { path: '/nested/one', before: null, after: 1 },
    { path: '/url', before: null, after: 'https://example.com' },
  ]);
  t.deepEqual(
    diffJson(object, null),
    diffJson(null, object).map(({ path, before, after }) => ({ path, before: after, after: before })),
  );
  t.deepEqual(diffJson(null, null), []);
});

const json = fc.dictionary(
  fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('constructor', 'toString', '__proto__', '/', '~', '~1', '')),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 4 },
);

test('equal objects differ in nothing', (t) => {
  fc.assert(fc.property(json, (object) => t.deepEqual(diffJson(object, structuredClone(object)), [])));
});

test('applied to what was before, the differences give what is after; backwards, the other way round', (t) => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const differences = diffJson(before, after);
      t.deepEqual(withoutNothing(apply(before, differences)), withoutNothing(after));
      const backwards = differences.map((found) => ({ ...found, before: found.after, after: found.before }));
      t.deepEqual(withoutNothing(apply(after, backwards)), withoutNothing(before));
    }),
    { numRuns: 1_000 },
  );
});

test('each difference is one: its sides are not the same, its place is named once', (t) => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const differences = diffJson(before, after);
      t.is(new Set(differences.map(({ path }) => path)).size, differences.length);
      for (const found of differences) t.notDeepEqual(found.before, found.after);
    }),
  );
});

function apply(object: object, differences: readonly Difference[]): Json {
  const result = toBare(object) as Json;
  for (const { path, after } of differences) {
    const keys = path
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop() ?? '';
    let target = result;
    for (const key of keys) target = (target[key] ??= Object.create(null) as Json) as Json;
    target[last] = toBare(after);
  }
  return result;
}

/** Without a prototype, so that no key means anything. */
function toBare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toBare);
  if (typeof value !== 'object' || value === null) return value;
  const bare = Object.create(null) as Json;
  for (const [key, field] of Object.entries(value)) bare[key] = toBare(field);
  return bare;
}

/** Nothing, null and an object without values are the same to a difference; items of lists are values as they are. */
function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return toBare(value);
  const bare = Object.create(null) as Json;
  for (const [key, field] of Object.entries(value)) {
    const kept = withoutNothing(field);
    const isNothing =
      kept === null || (typeof kept === 'object' && !Array.isArray(kept) && Object.keys(kept).length === 0);
    if (!isNothing) bare[key] = kept;
  }
  return bare;
}
