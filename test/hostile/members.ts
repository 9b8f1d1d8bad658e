import type { ValidBodies } from './bodies.ts';

const token = 'A'.repeat(64);

export const memberBodies: ValidBodies = {
  verifyEmail: () => ({ token }),
  forgotPassword: ({ companyId }) => ({ companyId, email: 'nobody@example.com' }),
  resetPassword: () => ({ token, password: 'battery staple horse' }),
  createInvitation: () => ({ email: 'grace@example.com', role: 'analyst' }),
  updateMember: () => ({ role: 'analyst' }),
  acceptInvitation: () => ({ token, password: 'battery staple horse', fullName: 'Grace' }),
};
