import { insertCompany } from '../../db/queries/companies.ts';
import { findPlanByCode } from '../../db/queries/plans.ts';
import { DEFAULT_POLICY } from '../../engine/policy.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { defineRoute } from '../http/define-route.ts';
import { normalizeEmail } from './normalize-email.ts';
import { presentSessionState } from './present.ts';
import { RegisterRequest, RegisterResponse } from './schemas.ts';
import { startSession } from './start-session.ts';
import { storeVerification } from './store-verification.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const registerCompanyAdmin = defineRoute({
  method: 'POST',
  path: '/auth/register-company-admin',
  name: 'registerCompanyAdmin',
  tag: 'Authentication',
  summary: 'Create a company and its first admin',
  description:
    'The company starts with an active trial. It has no signing secret until one is generated. An e-mail asks to confirm the address.',
  access: { kind: 'public' },
  rateLimit: {
    windowMs: HOUR_MS,
    limit: (config) => (config.NODE_ENV === 'production' ? config.REGISTRATIONS_PER_HOUR : 0),
  },
  body: RegisterRequest,
  status: 201,
  response: RegisterResponse,

  async handler({ body }, { config, clock, db, secrets, signals, tokens }) {
    const now = clock.now();
    const createdAt = new Date(now);
    const company = { id: uuidv7(now), name: body.companyName, createdAt };
    const email = normalizeEmail(body.email);
    const passwordHash = await hashPassword(body.password);
    const admin = { id: uuidv7(now), email, passwordHash, fullName: body.fullName ?? null };
    const plan = await findPlanByCode(db.knex, config.TRIAL_PLAN);
    if (!plan) throw new Error(`TRIAL_PLAN: there is no plan with the code ${config.TRIAL_PLAN}`);
    const subscription = {
      id: uuidv7(now),
      planId: plan.id,
      startsAt: createdAt,
      endsAt: new Date(now + config.TRIAL_DAYS * DAY_MS),
    };
    const addressee = { companyName: company.name, userId: admin.id, email, fullName: admin.fullName };
    const { session, emailId } = await db.knex.transaction(async (transaction) => {
      await insertCompany(transaction, { company, admin, subscription, policy: DEFAULT_POLICY });
      return {
        emailId: await storeVerification(transaction, company.id, addressee, { clock, config, secrets }),
        session: await startSession(
          transaction,
          { companyId: company.id, id: admin.id, role: 'admin' },
          { clock, tokens },
        ),
      };
    });
    signals.send('email', { companyId: company.id, emailId });
    return {
      companyId: company.id,
      companyName: company.name,
      userId: admin.id,
      email,
      role: 'admin' as const,
      accessToken: session.accessToken,
      refreshToken: session.refreshToken,
      ...presentSessionState('admin', { status: 'active', plan }),
    };
  },
});
