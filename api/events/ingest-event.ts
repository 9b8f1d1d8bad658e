import { SIGNATURE_HEADERS } from '../access/ingest-signature.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type RequestContext } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { acceptEvent } from './accept-event.ts';
import { checkVerified, loadTenant, readDelivery, verifyDelivery } from './check-ingest.ts';
import { IngestEvent, IngestResponse } from './schemas.ts';

const MINUTE_MS = 60_000;
/** For a company that is unknown or has no plan at the moment. */
const DEFAULT_RATE_PER_MINUTE = 6_000;

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
    const { config, nonces } = dependencies;
    const delivery = readDelivery(request.headers, rawBody);
    const tenant = delivery.companyId === undefined ? undefined : await loadTenant(dependencies, delivery.companyId);
    const rate =
      config.INGEST_RATE_PER_MINUTE || (tenant?.subscription?.ingestRatePerMinute ?? DEFAULT_RATE_PER_MINUTE);
    const verified = await countFailures(dependencies, request, rate, () =>
      verifyDelivery(dependencies, delivery, tenant),
    );
    const { companyId } = verified;
    request.companyId = companyId;
    await takeRate(dependencies, `ingest:${companyId}`, rate);
    // Nonces live twice the window: a request at either edge of it cannot come back.
    const nonceTtlSeconds = 2 * config.INGEST_REPLAY_WINDOW_SECONDS;
    const accepted = await checkVerified(dependencies, delivery, verified, (nonce) =>
      nonces.spend(companyId, nonce, nonceTtlSeconds),
    );
    if ('duplicate' in accepted) return accepted.duplicate;
    return acceptEvent(dependencies, accepted.event, { tenant: verified.tenant, startedAt });
  },
});

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
