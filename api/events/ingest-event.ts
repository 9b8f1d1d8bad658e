import { findIngestAccess, type IngestAccess } from '../../db/queries/access.ts';
import { verifyHmacHex } from '../../platform/hashing.ts';
import { readSignatureHeaders, SIGNATURE_HEADERS } from '../access/ingest-signature.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type RequestContext } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { isStorable } from '../http/json-limits.ts';
import { parseJson } from '../http/parse-json.ts';
import { compileBodyValidator } from '../http/validate.ts';
import { acceptEvent, findDuplicate } from './accept-event.ts';
import { IngestEvent, IngestResponse } from './schemas.ts';

const MINUTE_MS = 60_000;
/** For a company that is unknown or has no plan at the moment. */
const DEFAULT_RATE_PER_MINUTE = 6_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const validateEvent = compileBodyValidator(IngestEvent);

export const ingestEvent = defineRoute({
  method: 'POST',
  path: '/events/ingest',
  name: 'ingestEvent',
  tag: 'Event ingestion',
  summary: 'Ingest one signed business event and assess it',
  description:
    'The signature is the hex HMAC-SHA256 of the exact body bytes under the signing secret of the company. A repeated ' +
    'idempotencyKey answers with the original result and `duplicate: true`.',
  access: { kind: 'signature', headers: SIGNATURE_HEADERS },
  body: IngestEvent,
  response: IngestResponse,
  errors: [
    'INGEST_SIGNATURE_MISSING',
    'INGEST_TIMESTAMP_MISSING',
    'INGEST_TIMESTAMP_OUTSIDE_WINDOW',
    'INGEST_NONCE_MISSING',
    'INGEST_NONCE_REPLAYED',
    'INGEST_SIGNATURE_INVALID',
    'SUBSCRIPTION_REQUIRED',
    'USAGE_LIMIT_EXCEEDED',
    'RATE_LIMITED',
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'ASSESSMENT_PENDING',
  ],

  /** The checks are in the order of contract section 3. */
  async handler({ rawBody, request }, dependencies) {
    const startedAt = performance.now();
    const body = tryParse(rawBody);
    const claimedCompany = readCompanyId(body);
    const tenant = claimedCompany === undefined ? undefined : await loadTenant(dependencies, claimedCompany);
    const rate =
      dependencies.config.INGEST_RATE_PER_MINUTE ||
      (tenant?.subscription?.ingestRatePerMinute ?? DEFAULT_RATE_PER_MINUTE);

    const { companyId, nonce } = await countFailures(dependencies, request, rate, () => {
      const { signature, nonce } = readSignatureHeaders(
        request.headers,
        dependencies.clock.now(),
        dependencies.config.INGEST_REPLAY_WINDOW_SECONDS,
      );
      if (claimedCompany === undefined) throw explainBody(rawBody);
      verifySignature(dependencies, { companyId: claimedCompany, tenant, rawBody, signature });
      return { companyId: claimedCompany, nonce };
    });
    request.companyId = companyId;
    await takeRate(dependencies, `ingest:${companyId}`, rate);
    await spendNonce(dependencies, companyId, nonce);

    if (!tenant?.subscription) throw new ApiError('SUBSCRIPTION_REQUIRED');
    const duplicate = await checkUsage(dependencies, companyId, tenant, body);
    if (duplicate) return duplicate;
    validateEvent(body, rawBody.length);
    return acceptEvent(dependencies, body as IngestEvent, { tenant, startedAt });
  },
});

function tryParse(rawBody: Buffer): unknown {
  try {
    return parseJson(rawBody);
  } catch {
    return undefined;
  }
}

function readCompanyId(body: unknown): string | undefined {
  const companyId = (body as { companyId?: unknown } | null | undefined)?.companyId;
  return typeof companyId === 'string' && UUID.test(companyId) ? companyId.toLowerCase() : undefined;
}

/** The error of a body that names no company: malformed, or without a valid companyId. */
function explainBody(rawBody: Buffer): ApiError {
  const body = parseJson(rawBody);
  const message = 'must be a JSON object with a companyId (UUID)';
  const path = typeof body === 'object' && body !== null ? '/companyId' : '';
  return new ApiError('VALIDATION_FAILED', { details: [{ path, message }] });
}

async function loadTenant(
  { db, clock, usageGuard }: Pick<Dependencies, 'db' | 'clock' | 'usageGuard'>,
  companyId: string,
): Promise<IngestAccess | undefined> {
  const now = clock.now();
  const withUsage = usageGuard.wantsCount(companyId, now);
  const tenant = await findIngestAccess(db.pool, companyId, { now: new Date(now), withUsage });
  if (tenant && withUsage) usageGuard.observe(companyId, tenant.used, now);
  return tenant;
}

/**
 * Requests that are not signed as they must be count by address: a stranger who knows a companyId cannot use up the
 * company's rate, and one who makes companies up is limited all the same.
 */
async function countFailures<Verified>(
  dependencies: Pick<Dependencies, 'rateLimiter'>,
  { ip }: RequestContext,
  rate: number,
  verify: () => Verified,
): Promise<Verified> {
  try {
    return verify();
  } catch (error) {
    await takeRate(dependencies, `ingest-unsigned:${ip}`, rate);
    throw error;
  }
}

async function takeRate({ rateLimiter }: Pick<Dependencies, 'rateLimiter'>, key: string, limit: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await rateLimiter.take(key, limit, MINUTE_MS);
  if (!allowed) throw new ApiError('RATE_LIMITED', { retryAfterSeconds });
}

interface SignedBody {
  companyId: string;
  tenant: IngestAccess | undefined;
  rawBody: Buffer;
  signature: string;
}

/** An unknown company and one without a secret fail like a wrong signature: nobody learns which companies exist. */
function verifySignature(
  { secrets }: Pick<Dependencies, 'secrets'>,
  { companyId, tenant, rawBody, signature }: SignedBody,
): void {
  const secret = tenant?.secretCiphertext ? secrets.open(tenant.secretCiphertext, companyId) : undefined;
  if (secret === undefined || !verifyHmacHex(secret, rawBody, signature))
    throw new ApiError('INGEST_SIGNATURE_INVALID');
}

/** Nonces live twice the window: a request at either edge of it cannot come back. */
async function spendNonce(
  { nonces, config }: Pick<Dependencies, 'nonces' | 'config'>,
  companyId: string,
  nonce: string,
): Promise<void> {
  const unused = await nonces.spend(companyId, nonce, 2 * config.INGEST_REPLAY_WINDOW_SECONDS);
  if (!unused) throw new ApiError('INGEST_NONCE_REPLAYED');
}

/** The limit counts new events only: a duplicate is answered even over it. */
async function checkUsage(
  dependencies: Dependencies,
  companyId: string,
  { subscription }: IngestAccess,
  body: unknown,
): Promise<Awaited<ReturnType<typeof findDuplicate>>> {
  try {
    dependencies.usageGuard.check(companyId, subscription?.monthlyEventLimit ?? null, dependencies.clock.now());
    return undefined;
  } catch (error) {
    const { idempotencyKey } = body as { idempotencyKey?: unknown };
    const duplicate =
      typeof idempotencyKey === 'string' && isStorable(idempotencyKey)
        ? await findDuplicate(dependencies, companyId, idempotencyKey)
        : undefined;
    if (!duplicate) throw error;
    return duplicate;
  }
}
