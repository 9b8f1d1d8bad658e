import type { AccessControl } from '../../../api/access/access-control.ts';
import type { Caller } from '../../../api/http/define-route.ts';
import { ApiError } from '../../../api/http/errors.ts';

export const COMPANY_ID = '0198c0de-0000-7000-8000-000000000001';
const USER_ID = '0198c0de-0000-7000-8000-000000000002';
const SESSION_ID = '0198c0de-0000-7000-8000-000000000003';
const TOKEN_ID = '0198c0de-0000-7000-8000-000000000004';

/** No route of these tests looks at it. */
const tenant = {} as Caller['tenant'];

/** Access control by the words of the authorization header: `admin`, `analyst`, `unpaid`, `expired`, or nothing. */
export const headerAccess: AccessControl = {
  authorize: async (access, { headers }) => {
    const [, word] = (headers.authorization ?? '').split(' ');
    const ids = { companyId: COMPANY_ID, userId: USER_ID, sessionId: SESSION_ID };
    const role = word === 'analyst' ? 'analyst' : 'admin';
    await Promise.resolve();
    if (!word) throw new ApiError('UNAUTHENTICATED');
    if (word === 'expired') throw new ApiError('TOKEN_EXPIRED');
    if (access.kind === 'refresh') return { ...ids, tokenId: TOKEN_ID };
    if (access.kind !== 'bearer') return undefined;
    if (access.role === 'admin' && role !== 'admin') throw new ApiError('FORBIDDEN');
    if (access.subscription && word === 'unpaid') throw new ApiError('SUBSCRIPTION_REQUIRED');
    return { ...ids, email: 'ada@example.com', role, tenant };
  },
};
