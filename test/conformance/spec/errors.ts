/** A row of the error table of the spec (section 7). */
export interface StatusRow {
  status: number;
  condition: string;
  /** The code that the contract gives the condition. */
  code: string;
}

/** Section 7, with the conditions that one row of it joins taken apart. */
export const STATUSES: readonly StatusRow[] = [
  { status: 400, condition: 'missing companyId', code: 'VALIDATION_FAILED' },
  { status: 400, condition: 'malformed email', code: 'VALIDATION_FAILED' },
  { status: 400, condition: 'too-short password', code: 'VALIDATION_FAILED' },
  { status: 401, condition: 'invalid credentials', code: 'INVALID_CREDENTIALS' },
  { status: 401, condition: 'expired token', code: 'TOKEN_EXPIRED' },
  { status: 401, condition: 'malformed token', code: 'UNAUTHENTICATED' },
  { status: 401, condition: 'signature mismatch on a signed request', code: 'INGEST_SIGNATURE_INVALID' },
  { status: 402, condition: 'no active subscription', code: 'SUBSCRIPTION_REQUIRED' },
  { status: 402, condition: 'plan without the feature', code: 'FEATURE_NOT_IN_PLAN' },
  { status: 402, condition: 'usage exceeded a protected limit', code: 'USAGE_LIMIT_EXCEEDED' },
  { status: 403, condition: 'the role lacks access', code: 'FORBIDDEN' },
  { status: 429, condition: 'rate limit window of the ingest route exceeded', code: 'RATE_LIMITED' },
  { status: 503, condition: 'duplicate ingest during a race', code: 'ASSESSMENT_PENDING' },
];

/** The exact texts of ingest rejections (section 7), and the one that the contract adds. */
export const INGEST_REJECTIONS: readonly { message: string; cause: string }[] = [
  { message: 'Missing ingest signature', cause: 'x-event-signature not sent' },
  { message: 'Missing replay timestamp header', cause: 'x-event-timestamp not sent' },
  { message: 'Missing replay nonce header', cause: 'x-event-nonce not sent' },
  { message: 'Replay detected for nonce', cause: 'nonce already used recently' },
  { message: 'Invalid ingest signature', cause: 'computed signature differs from the one sent' },
  { message: 'Replay timestamp outside allowed window', cause: 'timestamp older than the window' },
];
