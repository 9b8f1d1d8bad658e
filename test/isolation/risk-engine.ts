import { randomUUID } from 'node:crypto';
import { assess, ingest, sendFeedback } from '../support/service.ts';
import { expectAnswer, expectEqual, type IsolationCases } from './attempt.ts';

export const riskEngineCases: IsolationCases = {
  ingestEvent: async ({ service, owner, stranger }) => {
    expectAnswer(await ingest(service, { companyId: owner.companyId, secret: stranger.secret }), 401);
    const idempotencyKey = randomUUID();
    const first = await ingest(service, owner, { idempotencyKey });
    const second = await ingest(service, stranger, { idempotencyKey });
    expectEqual(second.body['duplicate'], false);
    if (first.body['id'] === second.body['id']) throw new Error('one event for two companies');
  },
  assessTransaction: async ({ service, owner, stranger }) => {
    // Velocity, graph and evidence of the owner say nothing about the stranger's user of the same name and device.
    const fields = { userId: 'same', deviceFingerprint: randomUUID() };
    for (let index = 0; index < 20; index += 1) await assess(service, owner, fields);
    const { body } = await assess(service, owner, fields);
    await sendFeedback(service, owner, body['assessmentId'], 'confirmed_fraud');
    expectEqual((await assess(service, stranger, fields)).body['riskScore'], 0);
  },
  submitFeedback: async ({ service, owner, stranger }) => {
    const { body } = await assess(service, owner);
    const answer = await sendFeedback(service, stranger, body['assessmentId'], 'confirmed_fraud');
    const unknown = await sendFeedback(service, stranger, randomUUID(), 'confirmed_fraud');
    expectAnswer(answer, 404);
    expectEqual(answer.body['message'], unknown.body['message']);
  },
};
