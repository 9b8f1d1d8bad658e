import { assess, type Answer, type Service, type Tenant } from '../support/service.ts';
import { expectAnswer, expectEqual, type Attempt, type IsolationCases } from './attempt.ts';

const read = (service: Service, { token }: Tenant, path: string) =>
  service.call('GET', `/api/risk-engine/${path}`, { token });

/** Gives the owner a blocked evaluation, with an outcome and a case, and asks for a path as the stranger. */
async function readAsStranger({ service, owner, stranger }: Attempt, path: string): Promise<Answer> {
  const { body } = await assess(service, owner, { transactionId: 'of-the-owner' });
  const { knex } = service.database.db;
  const where = { company_id: owner.companyId, id: String(body['assessmentId']) };
  await knex('assessments')
    .where(where)
    .update({ action: 'block', reason_codes: ['VELOCITY_BURST'] });
  await knex('reviews').insert({
    ...where,
    assessment_id: where.id,
    status: 'open',
    analyst_id: where.id,
    analyst_email: owner.email,
    created_at: new Date(),
    updated_at: new Date(),
  });
  const answer = await read(service, stranger, path);
  expectAnswer(answer, 200);
  return answer;
}

const nothingIn =
  (path: string) =>
  async (attempt: Attempt): Promise<void> => {
    const { body } = await readAsStranger(attempt, path);
    expectEqual((body['data'] as unknown[]).length, 0);
  };

export const evaluationCases: IsolationCases = {
  listEvaluations: async (attempt) => {
    for (const query of ['', '?search=of-the', '?action=block', '?sort=riskScore:asc', '?sort=amountMinor:desc']) {
      const { body } = await readAsStranger(attempt, `evaluations${query}`);
      expectEqual((body['data'] as unknown[]).length, 0);
      expectEqual((body['meta'] as { total: number }).total, 0);
    }
  },
  getEvaluation: async ({ service, owner, stranger }) => {
    const { body } = await assess(service, owner);
    const answer = await read(service, stranger, `evaluations/${String(body['assessmentId'])}`);
    const unknown = await read(service, stranger, 'evaluations/01900000-0000-7000-8000-000000000001');
    expectAnswer(answer, 404);
    expectEqual(answer.body['message'], unknown.body['message']);
    expectAnswer(await read(service, owner, `evaluations/${String(body['assessmentId'])}`), 200);
  },
};

export const analyticsCases: IsolationCases = {
  getAnalyticsSummary: async (attempt) => {
    const { body } = await readAsStranger(attempt, 'analytics/summary');
    expectEqual(body['totalAssessments'], 0);
    expectEqual(body['reviewQueueDepth'], 0);
  },
  getTimeSeries: async (attempt) => {
    const { body } = await readAsStranger(attempt, 'analytics/time-series');
    expectEqual((body['data'] as { total: number }[]).filter(({ total }) => total > 0).length, 0);
  },
  getScoreDistribution: async (attempt) => {
    const { body } = await readAsStranger(attempt, 'analytics/score-distribution');
    expectEqual((body['data'] as { count: number }[]).filter(({ count }) => count > 0).length, 0);
  },
  listReasonCodes: nothingIn('analytics/reason-codes'),
  listRecentBlocks: nothingIn('analytics/recent-blocks'),
};
