import { expectEqual, type IsolationCases } from './attempt.ts';

export const auditLogCases: IsolationCases = {
  listAuditLogs: async ({ service, owner, stranger }) => {
    const list = async (token: string, query = '') => {
      const { body } = await service.call('GET', `/api/audit-logs${query}`, { token });
      return body as { data: { targetId: string; actorId: string }[]; meta: { total: number } };
    };
    const [entry] = (await list(owner.token)).data;
    const seen = await list(stranger.token);
    expectEqual(seen.meta.total, 1);
    expectEqual(seen.data[0]?.targetId, stranger.companyId);
    expectEqual((await list(stranger.token, `?actorId=${entry?.actorId}`)).meta.total, 0);
  },
};
