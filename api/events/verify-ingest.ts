import { createHash } from 'node:crypto';
import { findSigningSecret } from '../../db/queries/signing-secrets.ts';
import { INGEST_CHECKS } from '../../engine/vocabulary.ts';
import { SIGNATURE_HEADERS } from '../access/ingest-signature.ts';
import { defineRoute } from '../http/define-route.ts';
import { loadTenant, readDelivery } from './check-ingest.ts';
import { diagnose, type Subject } from './diagnosis/diagnose.ts';
import { previewAnswer } from './diagnosis/preview-answer.ts';
import { IngestDiagnosis, IngestEvent } from './schemas.ts';

export const verifyIngest = defineRoute({
  method: 'POST',
  path: '/events/ingest/verify',
  name: 'verifyIngest',
  tag: 'Event ingestion',
  summary: 'Tell what is wrong with a signed request',
  description:
    'Send what you would send to POST /events/ingest, the same bytes and headers, with an access token beside them. It ' +
    'answers which of headers, clock, nonce, body, secret and signature is wrong, what to do about it, and what ingestion ' +
    'would answer. Nothing is stored, and the nonce is not spent. The rate limit of ingestion is left out.',
  access: {
    kind: 'bearer',
    role: 'admin',
    permission: 'webhook-secret:manage',
    examines: { headers: SIGNATURE_HEADERS },
  },
  rateLimit: { limit: ({ INGEST_VERIFICATIONS_PER_MINUTE }) => INGEST_VERIFICATIONS_PER_MINUTE, windowMs: 60_000 },
  body: IngestEvent,
  response: IngestDiagnosis,

  async handler({ rawBody, caller, request }, dependencies) {
    const { companyId } = caller;
    const { clock, db } = dependencies;
    const delivery = readDelivery(request.headers, rawBody);
    const [tenant, signingSecret] = await Promise.all([
      loadTenant(dependencies, companyId),
      findSigningSecret(db.knex, companyId),
    ]);
    const subject: Subject = { companyId, delivery, tenant, signingSecret };
    const wouldAnswer = await previewAnswer(dependencies, subject);
    const findings = await diagnose(dependencies, subject);
    return {
      valid: wouldAnswer.statusCode === 200,
      wouldAnswer,
      hints: [...new Set(INGEST_CHECKS.flatMap((name) => findings[name].hints ?? []))],
      checks: INGEST_CHECKS.map((name) => {
        const { ok, message, details } = findings[name];
        return { name, ok, message, ...(details && { details }) };
      }),
      received: {
        bodyBytes: rawBody.length,
        bodySha256: createHash('sha256').update(rawBody).digest('hex'),
        at: new Date(clock.now()).toISOString(),
      },
    };
  },
});
