/** The one catalogue of errors: code, status and default message (contract section 1, spec section 7). */
export const ERRORS = {
  MALFORMED_JSON: [400, 'The request body is not valid JSON'],
  VALIDATION_FAILED: [400, 'The request is not valid'],
  UNAUTHENTICATED: [401, 'Missing or invalid credentials'],
  TOKEN_EXPIRED: [401, 'The token has expired'],
  INVALID_CREDENTIALS: [401, 'Invalid credentials'],
  INGEST_SIGNATURE_MISSING: [401, 'Missing ingest signature'],
  INGEST_TIMESTAMP_MISSING: [401, 'Missing replay timestamp header'],
  INGEST_TIMESTAMP_OUTSIDE_WINDOW: [401, 'Replay timestamp outside allowed window'],
  INGEST_NONCE_MISSING: [401, 'Missing replay nonce header'],
  INGEST_NONCE_REPLAYED: [401, 'Replay detected for nonce'],
  INGEST_SIGNATURE_INVALID: [401, 'Invalid ingest signature'],
  SUBSCRIPTION_REQUIRED: [402, 'An active subscription is required'],
  FEATURE_NOT_IN_PLAN: [402, 'The current plan does not include this feature'],
  USAGE_LIMIT_EXCEEDED: [402, 'The monthly usage limit of the current plan is exceeded'],
  FORBIDDEN: [403, 'The role of the caller does not allow this'],
  NOT_FOUND: [404, 'Not found'],
  CONFLICT: [409, 'The request conflicts with the current state'],
  INVALID_STATUS_TRANSITION: [409, 'This status change is not allowed'],
  PAYLOAD_TOO_LARGE: [413, 'The request body is too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The content type must be application/json'],
  RATE_LIMITED: [429, 'Too many requests'],
  ASSESSMENT_PENDING: [503, 'The original delivery was accepted; its assessment is not final yet. Retry shortly'],
  SERVICE_UNAVAILABLE: [503, 'The service is temporarily unavailable'],
  INTERNAL: [500, 'Unexpected error'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One problem of a request that failed validation: a JSON pointer into the body, query or path, and what is expected. */
export interface ErrorDetail {
  path: string;
  message: string;
}

interface ApiErrorOptions {
  message?: string;
  details?: ErrorDetail[];
  /** Seconds the client should wait; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error meant for the client. Everything else that is thrown becomes INTERNAL without a trace of its text. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? ERRORS[code][1], options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.statusCode = ERRORS[code][0];
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
