import { defineRoute } from '../http/define-route.ts';
import type { AssessmentInput } from './describe-subject.ts';
import { presentAssessment } from './present.ts';
import { describeContext } from './request-context.ts';
import { runAssessment, signalGraphChange, timeRecording } from './run-assessment.ts';
import { AssessmentRequest, AssessmentResponse } from './schemas.ts';

export const assessTransaction = defineRoute({
  method: 'POST',
  path: '/risk-engine/assess',
  name: 'assessTransaction',
  tag: 'Risk engine',
  summary: 'Assess one transaction in real time',
  description: 'Scores the transaction against all that was learned so far, stores the assessment and answers with it.',
  access: { kind: 'bearer', permission: 'events:assess', subscription: true },
  body: AssessmentRequest,
  response: AssessmentResponse,

  async handler({ body, caller }, dependencies) {
    const startedAt = performance.now();
    const { companyId, tenant } = caller;
    const input = toInput(body, dependencies.clock.now());
    const { assessment, activity } = await runAssessment(dependencies, input, {
      companyId,
      tenant,
      source: 'assess',
      scoringProfile: body.scoringProfile,
      startedAt,
    });
    const recorded = await timeRecording(dependencies, () =>
      dependencies.hotPath.recordAssessment(companyId, { assessment, activity }),
    );
    signalGraphChange(dependencies, companyId, recorded, assessment);
    return presentAssessment(assessment);
  },
});

function toInput(body: AssessmentRequest, now: number): AssessmentInput {
  const { cardDetails } = body;
  const identity = {
    userId: body.userId,
    email: body.email,
    ipAddress: body.ipAddress,
    deviceFingerprint: body.deviceFingerprint,
    phoneNumber: body.phoneNumber,
    paymentMethodHash: body.paymentMethodHash,
    shippingAddressHash: body.shippingAddressHash,
    cardBin: cardDetails?.bin,
  };
  return {
    transactionId: body.transactionId,
    userId: body.userId,
    amountMinor: body.amountMinor,
    currency: body.currency,
    occurredAt: now,
    kind: 'assess',
    identity,
    cardHint: cardDetails?.bin && cardDetails.last4 ? `${cardDetails.bin}:${cardDetails.last4}` : null,
    cardBin: cardDetails?.bin ?? null,
    country: body.ipGeo?.country ?? null,
    requestContext: describeContext(identity, body),
  };
}
