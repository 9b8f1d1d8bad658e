import type { IngestAccess } from '../../../db/queries/access.ts';
import type { SigningSecret } from '../../../db/queries/signing-secrets.ts';
import type { IngestCheck } from '../../../engine/vocabulary.ts';
import { readSignatureHeader } from '../../access/ingest-signature.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ApiError } from '../../http/errors.ts';
import { checkPlan, type Delivery } from '../check-ingest.ts';
import { examineBody, examineEvent } from './examine-body.ts';
import { examineHeaders, examineNonce, examineTimestamp } from './examine-headers.ts';
import { examineSignature } from './examine-signature.ts';
import { failed, notChecked, passed, type Finding } from './finding.ts';

/** A signed request, and what is known of the company whose admin asks about it. */
export interface Subject {
  companyId: string;
  delivery: Delivery;
  tenant: IngestAccess | undefined;
  signingSecret: SigningSecret | undefined;
}

type DiagnosisDependencies = Pick<Dependencies, 'clock' | 'config' | 'db' | 'nonces' | 'secrets' | 'usageGuard'>;

/** Makes every check of ingestion by itself, so that all that is wrong is told at once. Changes nothing. */
export async function diagnose(
  dependencies: DiagnosisDependencies,
  subject: Subject,
): Promise<Record<IngestCheck, Finding>> {
  const { clock, config, nonces } = dependencies;
  const { companyId, delivery } = subject;
  const { headers } = delivery;
  const plan = await examinePlan(dependencies, subject);
  return {
    headers: examineHeaders(headers),
    timestamp: examineTimestamp(headers, clock.now(), config.INGEST_REPLAY_WINDOW_SECONDS),
    nonce: await examineNonce(headers, (nonce) => nonces.isSpent(companyId, nonce)),
    body: examineBody(delivery, companyId),
    secret: examineSecret(subject),
    signature: examine(dependencies, subject),
    subscription: plan.finding,
    event: plan.isDuplicate ? notChecked('Its idempotencyKey was accepted before.') : examineEvent(delivery),
  };
}

function examineSecret({ signingSecret }: Subject): Finding {
  if (!signingSecret) {
    const hint = 'Generate one with POST /auth/webhook-secret/regenerate, and sign with the whole of it.';
    return failed('Your company has no signing secret yet.', hint);
  }
  const { prefix, rotatedAt } = signingSecret;
  return passed(`The current secret begins with ${prefix} and was issued at ${rotatedAt.toISOString()}.`);
}

function examine({ secrets }: DiagnosisDependencies, { companyId, delivery, signingSecret }: Subject): Finding {
  const { headers, rawBody, body } = delivery;
  const signature = readSignatureHeader(headers, 'x-event-signature');
  if (!signature) return notChecked('x-event-signature is missing.');
  if (!signingSecret) return notChecked('There is no secret to check it with.');
  return examineSignature({
    signature,
    timestamp: readSignatureHeader(headers, 'x-event-timestamp') ?? '',
    nonce: readSignatureHeader(headers, 'x-event-nonce') ?? '',
    rawBody,
    parsed: body,
    secret: secrets.open(signingSecret.ciphertext, companyId),
    secretPrefix: signingSecret.prefix,
  });
}

async function examinePlan(
  dependencies: DiagnosisDependencies,
  { companyId, delivery: { body }, tenant }: Subject,
): Promise<{ finding: Finding; isDuplicate: boolean }> {
  try {
    const duplicate = await checkPlan(dependencies, companyId, { tenant, body });
    const message = duplicate ? 'The monthly limit is reached; repetitions are answered.' : 'It takes new events.';
    return { finding: passed(message), isDuplicate: duplicate !== undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const hint = 'See GET /subscriptions/me and /subscriptions/me/usage, and choose a plan that has room.';
    return { finding: failed(`${error.message}.`, hint), isDuplicate: false };
  }
}
