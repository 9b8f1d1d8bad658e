import { createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import jwt from 'jsonwebtoken';
import Koa from 'koa';
import { createAjv } from '../../api/http/ajv.ts';
import { AssessmentRequest } from '../../api/risk-engine/schemas.ts';
import type { FloorSetup } from './protocol.ts';
import { serveParent } from './serve-parent.ts';

/*
 * The floor: what any Koa service pays for a request that carries a token and a JSON body, before it does anything with
 * it. The same requests as for the assess endpoint, verified and validated the same way, and one fixed answer.
 */

const ANSWER = {
  assessmentId: '01900000-0000-7000-8000-000000000001',
  riskScore: 12.5,
  action: 'allow',
  recommendedAction: 'allow',
  policyMode: 'hybrid',
  riskLevel: 'low',
  reasonCodes: [],
  featureContributions: { velocityScore: 0.1, graphScore: 0.1, indicatorScore: 0.1 },
  engineVersion: '1.2.0',
  latencyMs: 0,
};
/** As long as that of the API. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

const isValid = createAjv().compile(AssessmentRequest);

serveParent(async ({ signingSecret }: FloorSetup) => {
  const handle = createFloor(signingSecret).callback();
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS },
    (request, response) => void handle(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
});

function createFloor(signingSecret: string): Koa {
  // As text, jsonwebtoken would try to read it as a public key on every request.
  const key = createSecretKey(Buffer.from(signingSecret));
  const router = new Router();
  router.post('/assess', async (context) => {
    const token = context.get('authorization').slice('Bearer '.length);
    const claims = jwt.verify(token, key, { algorithms: ['HS256'] });
    if (typeof claims !== 'object' || claims['typ'] !== 'access') context.throw(401);
    const body: unknown = JSON.parse(await readText(context.req));
    if (!isValid(body)) context.throw(400);
    context.body = ANSWER;
  });
  const app = new Koa();
  app.use(router.routes());
  return app;
}

async function readText(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
