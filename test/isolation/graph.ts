import { randomUUID } from 'node:crypto';
import { assess } from '../support/service.ts';
import { expectAnswer, expectEqual, type IsolationCases } from './attempt.ts';

export const graphCases: IsolationCases = {
  exploreAssessment: async ({ service, owner, stranger }) => {
    const explore = (token: string, id: unknown) => service.call('GET', `/api/graph/explore/${String(id)}`, { token });
    const shared = { deviceFingerprint: randomUUID() };
    const { body } = await assess(service, owner, { ...shared, userId: 'owner' });
    const answer = await explore(stranger.token, body['assessmentId']);
    expectAnswer(answer, 404);
    expectEqual(answer.body['message'], (await explore(stranger.token, randomUUID())).body['message']);
    // Indicators hash alike in every tenant: that another one has users on it shows nowhere.
    const own = await assess(service, stranger, { ...shared, userId: 'stranger' });
    const seen = await explore(stranger.token, own.body['assessmentId']);
    expectEqual(JSON.stringify(seen.body).includes('owner'), false);
  },
  exploreUser: async ({ service, owner, stranger }) => {
    const explore = (token: string, userId: string) =>
      service.call('GET', `/api/graph/explore?userId=${userId}`, { token });
    const shared = { deviceFingerprint: randomUUID() };
    await assess(service, owner, { ...shared, userId: 'owner' });
    await assess(service, stranger, { ...shared, userId: 'stranger' });
    const answer = await explore(stranger.token, 'owner');
    expectAnswer(answer, 404);
    expectEqual(answer.body['message'], (await explore(stranger.token, 'nobody')).body['message']);
    expectEqual(JSON.stringify((await explore(stranger.token, 'stranger')).body).includes('owner'), false);
  },
};
