import type { IncomingHttpHeaders } from 'node:http';
import type { Static } from 'typebox';
import type { IngestAccess } from '../../db/queries/access.ts';
import { verifyHmacHex } from '../../platform/hashing.ts';
import { readSignatureHeaders } from '../access/ingest-signature.ts';
import type { Dependencies } from '../dependencies.ts';
import { ApiError } from '../http/errors.ts';
import { isStorable } from '../http/json-limits.ts';
import { parseJson } from '../http/parse-json.ts';
import { compileBodyValidator } from '../http/validate.ts';
import { findDuplicate } from './accept-event.ts';
import { IngestEvent, type IngestResponse } from './schemas.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const validateEvent = compileBodyValidator(IngestEvent);

/** A signed request as it came: nothing of it can be trusted yet. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  /** Undefined when the bytes are no JSON. */
  body: unknown;
  /** The company that the body names, in lower case; undefined when it names none. */
  companyId: string | undefined;
}

export function readDelivery(headers: IncomingHttpHeaders, rawBody: Buffer): Delivery {
  const body = tryParse(rawBody);
  return { headers, rawBody, body, companyId: readCompanyId(body) };
}

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

/** What ingestion must know of a company; undefined when there is none of that id. */
export async function loadTenant(
  { hotPath, clock, usageGuard }: Pick<Dependencies, 'hotPath' | 'clock' | 'usageGuard'>,
  companyId: string,
): Promise<IngestAccess | undefined> {
  const now = clock.now();
  const limitOf = ({ subscription }: IngestAccess) => subscription?.monthlyEventLimit ?? null;
  const load = async (withUsage: boolean) => {
    const tenant = await hotPath.findTenant(companyId, withUsage);
    if (tenant && withUsage) usageGuard.observe(companyId, { used: tenant.used, limit: limitOf(tenant) }, now);
    return tenant;
  };
  const counted = usageGuard.wantsCount(companyId, now);
  const tenant = await load(counted);
  if (counted || !tenant || !usageGuard.isOutdated(companyId, limitOf(tenant), now)) return tenant;
  // The limit changed since the usage was counted: it holds from this request on.
  return load(true);
}

/** What a valid signature proves. */
export interface Verified {
  companyId: string;
  nonce: string;
  tenant: IngestAccess;
}

/**
 * The first half of the checks of contract section 3, in their order: headers, timestamp, companyId, signature. An
 * unknown company and one without a secret fail like a wrong signature: nobody learns which companies exist.
 *
 * @param tenant that of the delivery's companyId
 * @throws ApiError for the first check that fails
 */
export function verifyDelivery(
  { clock, config, secrets }: Pick<Dependencies, 'clock' | 'config' | 'secrets'>,
  { headers, rawBody, companyId }: Delivery,
  tenant: IngestAccess | undefined,
): Verified {
  const { signature, nonce } = readSignatureHeaders(headers, clock.now(), config.INGEST_REPLAY_WINDOW_SECONDS);
  if (companyId === undefined) throw explainBody(rawBody);
  const secret = tenant?.secretCiphertext ? secrets.open(tenant.secretCiphertext, companyId) : undefined;
  if (!tenant || secret === undefined || !verifyHmacHex(secret, rawBody, signature)) {
    throw new ApiError('INGEST_SIGNATURE_INVALID');
  }
  return { companyId, nonce, tenant };
}

/** The error of a body that names no company: malformed, or without a valid companyId. */
function explainBody(rawBody: Buffer): ApiError {
  const body = parseJson(rawBody);
  const message = 'must be a JSON object with a companyId (UUID)';
  const path = typeof body === 'object' && body !== null ? '/companyId' : '';
  return new ApiError('VALIDATION_FAILED', { details: [{ path, message }] });
}

type Answer = Static<typeof IngestResponse>;

/** What ingestion does with a delivery that passed all checks. */
export type Accepted = { event: IngestEvent } | { duplicate: Answer };

/**
 * The second half, for a delivery whose signature is valid: nonce, subscription, monthly limit, event.
 *
 * @param useNonce tells whether a nonce was unused
 * @returns the event, or over the limit the original answer to its idempotency key
 * @throws ApiError for the first check that fails
 */
export async function checkVerified(
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'usageGuard'>,
  { body, rawBody }: Delivery,
  { companyId, nonce, tenant }: Verified,
  useNonce: (nonce: string) => Promise<boolean>,
): Promise<Accepted> {
  if (!(await useNonce(nonce))) throw new ApiError('INGEST_NONCE_REPLAYED');
  const duplicate = await checkPlan(dependencies, companyId, { tenant, body });
  return duplicate ? { duplicate } : { event: readEvent(body, rawBody) };
}

/**
 * The limit counts new events only: a duplicate is answered even over it.
 *
 * @returns that answer
 * @throws ApiError SUBSCRIPTION_REQUIRED, USAGE_LIMIT_EXCEEDED
 */
export async function checkPlan(
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'usageGuard'>,
  companyId: string,
  { tenant, body }: { tenant: IngestAccess | undefined; body: unknown },
): Promise<Answer | undefined> {
  if (!tenant?.subscription) throw new ApiError('SUBSCRIPTION_REQUIRED');
  const { clock, usageGuard } = dependencies;
  try {
    usageGuard.check(companyId, tenant.subscription.monthlyEventLimit, clock.now());
    return undefined;
  } catch (error) {
    const duplicate = await findOriginal(dependencies, companyId, body);
    if (!duplicate) throw error;
    return duplicate;
  }
}

/** The answer to the event that was accepted under the idempotency key of a body, if any. */
export async function findOriginal(
  dependencies: Pick<Dependencies, 'db'>,
  companyId: string,
  body: unknown,
): Promise<Answer | undefined> {
  const { idempotencyKey } = (body ?? {}) as { idempotencyKey?: unknown };
  const isKey = typeof idempotencyKey === 'string' && isStorable(idempotencyKey);
  return isKey ? findDuplicate(dependencies, companyId, idempotencyKey) : undefined;
}

/** @throws ApiError VALIDATION_FAILED with details unless a body is an event */
export function readEvent(body: unknown, rawBody: Buffer): IngestEvent {
  validateEvent(body, rawBody.length);
  return body as IngestEvent;
}
