import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { processEnvironment } from '../platform/config.ts';
import { StartError } from '../platform/start-error.ts';
import { generateDemo } from './demo/generate.ts';
import { playSteps } from './demo/play.ts';
import { startProgress } from './demo/progress.ts';
import { isReachable } from './demo/service-client.ts';
import { assessTransaction, registerTenant, type Tenant } from './demo/tenant.ts';
import { findLastingPort } from './test/lasting-port.ts';
import { makeScratchDir, removeScratchDir } from './test/scratch-dir.ts';
import { ROOT, runAva } from './test/run-ava.ts';

/*
 * `npm run test:console`: starts the whole service as `npm start` does, fills it as `npm run demo` does, and drives the
 * console in Chromium (CHROMIUM_PATH, or where Debian puts it). Screenshots go to console-results/.
 */

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;
const CONFIG = 'console/test/ava.config.js';

const environment = processEnvironment();
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort());

const { passed, failed } = await runOrExplain();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function runOrExplain() {
  const dataDir = makeScratchDir('console');
  try {
    return await runOn(dataDir);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    return { passed: 0, failed: 1 };
  } finally {
    removeScratchDir(dataDir);
  }
}

async function runOn(dataDir: string) {
  const browser = findBrowser();
  const port = await findLastingPort();
  const log = path.join(dataDir, 'service.log');
  const service = startService(port, dataDir, log);
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(url, service, log);
    const tenant = await fillCompany(url);
    const { companyId, email, password, signingSecret } = tenant;
    const settings = { url, companyId, email, password, signingSecret, browser, dataDir };
    const options = ['--config', CONFIG, ...process.argv.slice(2)];
    return await runAva(options, { TEST_CONSOLE: JSON.stringify(settings) }, interruption.signal);
  } finally {
    await stopService(service);
  }
}

function findBrowser(): string {
  const browser = environment['CHROMIUM_PATH'] ?? BROWSERS.find((file) => existsSync(file));
  if (browser) return browser;
  throw new StartError('No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH');
}

/** As somebody would with `npm start`, with data and ports of its own. */
function startService(port: number, dataDir: string, log: string): ChildProcess {
  const output = openSync(log, 'a');
  const { PATH, HOME } = environment;
  const env = { PATH, HOME, PORT: String(port), METRICS_PORT: '0', DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['--import', 'tsx', 'start.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  return child;
}

async function waitUntilReady(url: string, service: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReachable(url))) {
    if (service.exitCode !== null || Date.now() > deadline || interruption.signal.aborted) {
      throw new StartError(`The service did not come up:\n${readFileSync(log, 'utf8')}`);
    }
    await sleep(200);
  }
}

/** The company of the demo, five weeks of it. */
async function fillCompany(url: string): Promise<Tenant> {
  const run = randomBytes(4).toString('hex');
  const { steps, liveCases } = generateDemo({ run, now: Date.now() });
  const tenant = await registerTenant(url, run);
  const progress = startProgress(steps.length);
  await playSteps(tenant, { steps, run, progress });
  progress.finish();
  for (const { request } of liveCases) await assessTransaction(tenant, request);
  return tenant;
}

async function stopService(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  const timer = setTimeout(() => service.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
