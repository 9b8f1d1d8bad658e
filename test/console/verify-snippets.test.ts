import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { VERIFY_SNIPPETS } from '../../console/src/screens/threat-intel/verify/verify-snippets.ts';
import { processEnvironment } from '../../platform/config.ts';
import { findFreePort } from '../../platform/ports.ts';
import { generateWebhookSecret, signWebhook } from '../../platform/standard-webhooks.ts';

/* The receiver of the screen on threat intelligence, run as it is shown. */

const BODY = JSON.stringify({
  type: 'threat.indicator.created',
  timestamp: '2026-01-31T12:00:00.000Z',
  data: { indicatorHash: 'hash-1', indicatorType: 'device', confidence: 0.97, firstSeenAt: '2026-01-30T08:15:00.000Z' },
});

async function startReceiver(t: ExecutionContext, secret: string): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fraud-risk-receiver-'));
  const script = path.join(folder, 'receive-threats.mjs');
  writeFileSync(script, VERIFY_SNIPPETS.find(({ language }) => language === 'node')?.code ?? '');
  const port = await findFreePort();
  const { PATH } = processEnvironment();
  const env = { PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, [script], { env, stdio: 'ignore' });
  t.teardown(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null && !(await fetch(url).catch(() => undefined))) await sleep(50);
  return url;
}

test('the Node.js receiver takes what the service signs, and nothing else', async (t) => {
  const secret = generateWebhookSecret();
  const url = await startReceiver(t, secret);
  const send = async (headers: Record<string, string>, body = BODY) =>
    (await fetch(url, { method: 'POST', headers, body })).status;
  const now = Date.now();
  const sign = (sentAt: number, by = secret) => signWebhook(by, { id: 'message-1', sentAt, body: BODY });
  t.is(await send(sign(now)), 204);
  t.is(await send({ ...sign(now), 'webhook-signature': `v1,AAAA ${sign(now)['webhook-signature']}` }), 204);
  t.is(await send(sign(now), BODY.replace('hash-1', 'hash-2')), 401);
  t.is(await send(sign(now, generateWebhookSecret())), 401);
  t.is(await send(sign(now - 600_000)), 401);
  t.is(await send({}), 401);
});
