import { getPolicy, putPolicy } from '../support/policies.ts';
import { assess } from '../support/service.ts';
import { expectAnswer, expectEqual, type IsolationCases } from './attempt.ts';

export const policyCases: IsolationCases = {
  getPolicy: async ({ service, owner, stranger }) => {
    expectAnswer(await putPolicy(service, owner, { policyMode: 'shadow' }), 200);
    expectEqual((await getPolicy(service, stranger)).body['policyMode'], 'hybrid');
  },
  updatePolicy: async ({ service, owner, stranger }) => {
    expectAnswer(await putPolicy(service, stranger, { companyId: owner.companyId, policyMode: 'shadow' }), 400);
    expectAnswer(await putPolicy(service, stranger, { policyMode: 'shadow' }), 200);
    expectEqual((await getPolicy(service, owner)).body['version'], 1);
    expectEqual((await assess(service, owner)).body['policyMode'], 'hybrid');
  },
};
