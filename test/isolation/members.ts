import { accept, invite, listInvitations, newAddress } from '../support/invitations.ts';
import { addMember } from '../support/members.ts';
import { readStoredToken } from '../support/mailbox.ts';
import { assess, type Service, type Tenant } from '../support/service.ts';
import { expectAnswer, expectEqual, type IsolationCases } from './attempt.ts';

/** A token of one company, made to name another. */
function moveToken(token: string, companyId: string): string {
  const random = Buffer.from(token, 'base64url').subarray(16);
  return Buffer.concat([Buffer.from(companyId.replaceAll('-', ''), 'hex'), random]).toString('base64url');
}

const countUsers = async ({ database }: Service, { companyId }: Tenant): Promise<number> =>
  (await database.db.knex('users').where({ company_id: companyId })).length;

export const memberCases: IsolationCases = {
  verifyEmail: async ({ service, owner, stranger }) => {
    const token = await readStoredToken(service, stranger.companyId, 'verify-email');
    const moved = moveToken(token, owner.companyId);
    expectAnswer(await service.call('POST', '/api/auth/verify-email', { body: { token: moved } }), 401);
    expectAnswer(await service.call('POST', '/api/auth/verify-email', { body: { token } }), 200);
    const users = service.database.db.knex('users').where({ company_id: owner.companyId });
    expectEqual((await users.first<Record<string, unknown>>())['email_verified_at'], null);
  },
  resendVerification: async ({ service, stranger, owner }) => {
    const token = await readStoredToken(service, owner.companyId, 'verify-email');
    const body = { companyId: owner.companyId };
    await service.call('POST', '/api/auth/verify-email/resend', { token: stranger.token, body });
    // The newest token of a person is the only one: the owner's still works.
    expectAnswer(await service.call('POST', '/api/auth/verify-email', { body: { token } }), 200);
  },
  forgotPassword: async ({ service, owner, stranger }) => {
    const body = { companyId: stranger.companyId, email: owner.email };
    expectAnswer(await service.call('POST', '/api/auth/password/forgot', { body }), 200);
    const { knex } = service.database.db;
    const requested = await knex('password_reset_requests').where({ company_id: owner.companyId });
    expectEqual(requested.length, 0);
  },
  resetPassword: async ({ service, owner, stranger }) => {
    const token = await readStoredToken(service, stranger.companyId, 'verify-email');
    const body = { token: moveToken(token, owner.companyId), password: 'battery staple horse' };
    expectAnswer(await service.call('POST', '/api/auth/password/reset', { body }), 401);
    expectAnswer(await assess(service, owner), 200);
  },
  createInvitation: async ({ service, owner, stranger }) => {
    const email = newAddress();
    await invite(service, owner, { email });
    const token = await readStoredToken(service, owner.companyId, 'invitation');
    // The same address in another company neither conflicts with the owner's invitation nor replaces it.
    expectAnswer(await invite(service, stranger, { email }), 201);
    expectAnswer(await invite(service, stranger, { email: owner.email }), 201);
    expectAnswer(await accept(service, token), 200);
  },
  listInvitations: async ({ service, owner, stranger }) => {
    await invite(service, owner);
    expectEqual((await listInvitations(service, stranger)).length, 0);
  },
  deleteInvitation: async ({ service, owner, stranger }) => {
    const { body } = await invite(service, owner);
    const path = `/api/auth/invitations/${String(body['id'])}`;
    expectAnswer(await service.call('DELETE', path, { token: stranger.token }), 404);
    expectEqual((await listInvitations(service, owner))[0]?.['status'], 'pending');
  },
  acceptInvitation: async ({ service, owner, stranger }) => {
    await invite(service, stranger, { role: 'admin' });
    const token = await readStoredToken(service, stranger.companyId, 'invitation');
    expectAnswer(await accept(service, moveToken(token, owner.companyId)), 401);
    expectAnswer(await accept(service, token), 200);
    expectEqual(await countUsers(service, owner), 1);
    expectEqual(await countUsers(service, stranger), 2);
  },
  listMembers: async ({ service, owner, stranger }) => {
    await addMember(service, owner);
    const { body } = await service.call('GET', '/api/auth/members', { token: stranger.token });
    const { total } = body['meta'] as Record<string, unknown>;
    expectEqual(total, 1);
    const emails = (body['data'] as Record<string, unknown>[]).map(({ email }) => email);
    expectEqual(emails.join(), stranger.email);
  },
  updateMember: async ({ service, owner, stranger }) => {
    const { id, token } = await addMember(service, owner);
    const body = { role: 'admin' };
    expectAnswer(await service.call('PATCH', `/api/auth/members/${id}`, { token: stranger.token, body }), 404);
    expectAnswer(await service.call('GET', '/api/auth/members', { token }), 403);
  },
  deleteMember: async ({ service, owner, stranger }) => {
    const { id, token } = await addMember(service, owner);
    expectAnswer(await service.call('DELETE', `/api/auth/members/${id}`, { token: stranger.token }), 404);
    expectAnswer(await assess(service, { token }), 200);
    expectEqual(await countUsers(service, owner), 2);
  },
};
