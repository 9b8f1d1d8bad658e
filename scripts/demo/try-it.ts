import type { AssessmentRequest } from '../../api/risk-engine/schemas.ts';
import type { Tenant } from './tenant.ts';

/** Reads one field of a JSON answer without tools that may not be there. */
const READ_TOKEN = `node -pe 'JSON.parse(require("fs").readFileSync(0)).accessToken'`;

/**
 * Who to sign in as, and requests to paste into a shell.
 *
 * @param suspicious the live transaction of the ring
 * @param assessmentId its assessment, for feedback
 */
export function renderTryIt(
  tenant: Tenant,
  { suspicious, assessmentId }: { suspicious: AssessmentRequest; assessmentId: string },
): string[] {
  const { baseUrl, companyId, email, password, signingSecret } = tenant;
  const post = (path: string, body?: object) =>
    `curl -sw '\\n' ${baseUrl}/api${path} -X POST -H "Authorization: Bearer $TOKEN"` +
    (body ? ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'` : '');
  const { ipAddress, deviceFingerprint, currency } = suspicious;
  const transaction = { transactionId: 'try-1', userId: 'newcomer', amountMinor: 25_000, currency };
  return [
    `The demo company: sign in at ${baseUrl}/sign-in?companyId=${companyId}`,
    '',
    `  companyId       ${companyId}`,
    `  e-mail          ${email}`,
    `  password        ${password}`,
    `  signing secret  ${signingSecret}`,
    '                  The service shows it only once; POST /api/auth/webhook-secret/regenerate makes a new one.',
    '',
    `The ring that was planted: ${baseUrl}/evaluations?search=ring-`,
    '',
    'Try it: log in, assess a newcomer on a device of the ring, report an outcome, look at the signing secret',
    '',
    `TOKEN=$(curl -s ${baseUrl}/api/auth/login -H 'Content-Type: application/json' -d '${JSON.stringify({ companyId, email, password })}' | ${READ_TOKEN})`,
    post('/risk-engine/assess', { ...transaction, ipAddress, deviceFingerprint }),
    post('/risk-engine/feedback', { assessmentId, outcome: 'confirmed_fraud' }),
    post('/auth/webhook-secret/status'),
  ];
}
