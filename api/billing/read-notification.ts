import { ApiError } from '../http/errors.ts';
import { findJsonProblem, isStorable } from '../http/json-limits.ts';
import { parseJson } from '../http/parse-json.ts';
import type { Notification } from './provider.ts';

const MAX_DEPTH = 32;
const MAX_EVENT_ID_LENGTH = 256;

/**
 * Reads the body of a notification whose signature is right.
 *
 * @param eventIdOf where the provider puts the id of the notification
 * @throws ApiError MALFORMED_JSON, or VALIDATION_FAILED for what cannot be stored or has no id
 */
export function readNotification(
  rawBody: Buffer,
  eventIdOf: (payload: Record<string, unknown>) => unknown,
): Notification {
  const payload = parseJson(rawBody);
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  const problem = isObject ? findJsonProblem(payload, MAX_DEPTH) : 'must be a JSON object';
  if (problem !== undefined) throw new ApiError('VALIDATION_FAILED', { details: [{ path: '', message: problem }] });
  const eventId = eventIdOf(payload as Record<string, unknown>);
  if (typeof eventId !== 'string' || eventId === '' || eventId.length > MAX_EVENT_ID_LENGTH || !isStorable(eventId)) {
    throw new ApiError('VALIDATION_FAILED', { details: [{ path: '/id', message: 'must be the id of the event' }] });
  }
  return { eventId, payload: payload as Record<string, unknown> };
}

/** The one answer to every signature that is missing, wrong or too old. */
export function badSignature(): ApiError {
  return new ApiError('UNAUTHENTICATED', { message: 'Invalid webhook signature' });
}
