import { isDeepStrictEqual } from 'node:util';

/** One place in which two objects differ. */
export interface Difference {
  /** JSON pointer (RFC 6901). */
  path: string;
  /** Null where there is nothing on this side. */
  before: unknown;
  after: unknown;
}

type JsonObject = Record<string, unknown>;

/**
 * What changed between two JSON objects, in the order of their paths. Objects are compared field by field, down to the
 * values that differ; a list is one value, since its items have no names to compare them by. Absent and null are the same
 * here: an object that was created or deleted has all its values on one side.
 */
export function diffJson(before: object | null, after: object | null): Difference[] {
  const differences: Difference[] = [];
  collect('', before ?? {}, after ?? {}, differences);
  return differences;
}

function collect(path: string, before: unknown, after: unknown, differences: Difference[]): void {
  const [left, right] = [asObject(before, after), asObject(after, before)];
  if (!left || !right) {
    if (!isDeepStrictEqual(before, after)) differences.push({ path, before, after });
    return;
  }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)].sort())) {
    collect(`${path}/${escapeKey(key)}`, valueOf(left, key), valueOf(right, key), differences);
  }
}

/** Nothing beside an object is an object without values. */
function asObject(value: unknown, other: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  return value === null && isObject(other) ? {} : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own fields only: `constructor` is no value of an object that has none. */
function valueOf(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
