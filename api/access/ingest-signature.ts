import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../http/errors.ts';

/** The headers of a signed request, all present and the timestamp inside the replay window. */
export interface SignatureHeaders {
  signature: string;
  nonce: string;
}

export const SIGNATURE_HEADERS = ['x-event-signature', 'x-event-timestamp', 'x-event-nonce'] as const;
export type SignatureHeader = (typeof SIGNATURE_HEADERS)[number];

export const MAX_NONCE_LENGTH = 256;

/**
 * Checks the headers of signed ingestion in the order of contract section 3, with the messages of spec section 7.
 *
 * @param nowMs milliseconds since the Unix epoch
 * @throws ApiError for the first header that is missing or outside the window
 */
export function readSignatureHeaders(
  headers: IncomingHttpHeaders,
  nowMs: number,
  windowSeconds: number,
): SignatureHeaders {
  const signature = readSignatureHeader(headers, 'x-event-signature');
  if (!signature) throw new ApiError('INGEST_SIGNATURE_MISSING');
  const timestamp = readSignatureHeader(headers, 'x-event-timestamp');
  if (!timestamp) throw new ApiError('INGEST_TIMESTAMP_MISSING');
  const nonce = readSignatureHeader(headers, 'x-event-nonce');
  if (!nonce || nonce.length > MAX_NONCE_LENGTH) throw new ApiError('INGEST_NONCE_MISSING');
  if (!isWithinWindow(timestamp, nowMs, windowSeconds)) throw new ApiError('INGEST_TIMESTAMP_OUTSIDE_WINDOW');
  return { signature, nonce };
}

/** Whether a timestamp is a whole number of seconds, and no further from now than the window. */
export function isWithinWindow(timestamp: string, nowMs: number, windowSeconds: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= windowSeconds;
}

/** A header of a signed request without the white space around it; undefined or empty when it was not sent. */
export function readSignatureHeader(headers: IncomingHttpHeaders, name: SignatureHeader): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
}
