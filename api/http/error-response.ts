import { isUnavailable } from '../../platform/unavailable.ts';
import { ApiError, type ErrorCode, type ErrorDetail } from './errors.ts';

/** The body of every error (contract section 1). */
export interface ErrorBody {
  statusCode: number;
  code: ErrorCode;
  message: string;
  requestId: string;
  details?: ErrorDetail[];
}

/** Errors of Koa and of koa-body carry a status; these are the ones a client can cause. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_FAILED',
  404: 'NOT_FOUND',
  405: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** What the client is told about an error: our own as they are, everything else without a trace of its text. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { status, code } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  // A request target that is no URL at all.
  if (code === 'ERR_INVALID_URL') return new ApiError('NOT_FOUND', { cause: error });
  const ofClient = typeof status === 'number' ? CODE_OF_STATUS[status] : undefined;
  if (ofClient !== undefined) return new ApiError(ofClient, { cause: error });
  if (isUnavailable(error)) return new ApiError('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: 1 });
  return new ApiError('INTERNAL', { cause: error });
}

export function toErrorBody(error: ApiError, requestId: string): ErrorBody {
  const { statusCode, code, message, details } = error;
  const body: ErrorBody = { statusCode, code, message, requestId };
  if (code === 'VALIDATION_FAILED') body.details = details ?? [];
  return body;
}
