import { isUtf8 } from 'node:buffer';
import { ApiError } from './errors.ts';

const MAX_BODY_DEPTH = 32;

/**
 * Parses a JSON body. Keys named `__proto__` are dropped, so that no later copy of the object can be poisoned.
 *
 * @throws ApiError MALFORMED_JSON for anything but JSON in UTF-8, VALIDATION_FAILED when it is nested deeper than 32
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ApiError('MALFORMED_JSON');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ApiError('MALFORMED_JSON');
  }
  sanitize(value, MAX_BODY_DEPTH);
  return value;
}

function sanitize(value: unknown, depthLeft: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depthLeft === 0) throw tooDeep();
  if (Array.isArray(value)) {
    for (const item of value) sanitize(item, depthLeft - 1);
    return;
  }
  if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__'];
  for (const key in value) sanitize((value as Record<string, unknown>)[key], depthLeft - 1);
}

function tooDeep(): ApiError {
  const message = `must not be nested deeper than ${MAX_BODY_DEPTH} levels`;
  return new ApiError('VALIDATION_FAILED', { details: [{ path: '', message }] });
}
