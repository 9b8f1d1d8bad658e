import http from 'node:http';
import type { AssessmentResponse } from '../../api/risk-engine/schemas.ts';
import { ServiceError } from '../demo/service-client.ts';
import { signBody, type Tenant } from '../demo/tenant.ts';
import type { FeedbackStep, IngestStep } from './data.ts';

/** The two calls a replay is made of. @throws ServiceError naming what was refused */
export interface Client {
  ingest(body: IngestStep['body'], idempotencyKey: string): Promise<AssessmentResponse>;
  sendFeedback(assessmentId: string, outcome: FeedbackStep['outcome']): Promise<void>;
  close(): void;
}

interface Answer {
  status: number;
  text: string;
}

/** A connection that the server has closed meanwhile is known only once it is used. */
const ATTEMPTS = 3;

/** Speaks for a tenant over one connection that is kept alive, with as little work as node:http allows. */
export function openClient(tenant: Tenant): Client {
  const { hostname: host, port } = new URL(tenant.baseUrl);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  function post(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const options = { host, port, path, method: 'POST', agent, headers: { ...headers, ...length } };
      const request = http.request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      });
      request.on('error', reject).end(body);
    });
  }

  /** A call without an answer is made again: the same event and the same outcome change nothing twice. */
  async function call(path: string, body: string, makeHeaders: () => Record<string, string>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await post(`/api${path}`, body, makeHeaders());
        if (answer.status === 200) return answer;
        throw new ServiceError(`${path} answered ${answer.status} ${answer.text}`);
      } catch (error) {
        if (error instanceof ServiceError || attempt === ATTEMPTS) throw error;
      }
    }
  }

  return {
    ingest: async (event, idempotencyKey) => {
      const body = JSON.stringify({ companyId: tenant.companyId, idempotencyKey, ...event });
      const { text } = await call('/events/ingest', body, () => signBody(tenant.signingSecret, body));
      return (JSON.parse(text) as { assessment: AssessmentResponse }).assessment;
    },
    sendFeedback: async (assessmentId, outcome) => {
      const headers = { authorization: `Bearer ${await tenant.accessToken()}` };
      await call('/risk-engine/feedback', JSON.stringify({ assessmentId, outcome }), () => headers);
    },
    close: () => agent.destroy(),
  };
}
