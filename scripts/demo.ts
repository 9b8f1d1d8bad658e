import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { processEnvironment } from '../platform/config.ts';
import { generateDemo, type Demo } from './demo/generate.ts';
import { playSteps } from './demo/play.ts';
import { startProgress } from './demo/progress.ts';
import { renderHistory, renderLive, type LiveResult } from './demo/report.ts';
import { isReachable, ServiceError } from './demo/service-client.ts';
import { assessTransaction, registerTenant, type Tenant } from './demo/tenant.ts';
import { renderTryIt } from './demo/try-it.ts';

/*
 * `npm run demo`: fills a company of its own with five invented weeks of a shop, through the public API of a running
 * service, and shows what the service made of them. Another address: npm run demo -- http://host:port
 */

const DEFAULT_URL = 'http://127.0.0.1:3000';

const baseUrl = (process.argv[2] ?? processEnvironment()['BASE_URL'] ?? DEFAULT_URL).replace(/\/+$/, '');

if (await isReachable(baseUrl)) {
  await playDemo().catch((error: unknown) => {
    console.error(error instanceof ServiceError ? error.message : error);
    process.exitCode = 1;
  });
} else {
  console.error(`No service answers at ${baseUrl}: start it with "npm start" and leave it running`);
  process.exitCode = 1;
}

async function playDemo(): Promise<void> {
  const run = randomBytes(4).toString('hex');
  const demo = generateDemo({ run, now: Date.now() });
  const tenant = await registerTenant(baseUrl, run);
  const assessed = await playHistory(tenant, demo, run);
  print(renderHistory(assessed));
  const live = await assessLive(tenant, demo);
  print(renderLive(live));
  const suspicious = live.find(({ liveCase }) => liveCase.fraud);
  if (!suspicious) throw new Error('the demo has no live fraud');
  const { liveCase, assessment } = suspicious;
  print(renderTryIt(tenant, { suspicious: liveCase.request, assessmentId: assessment.assessmentId }));
}

async function playHistory(tenant: Tenant, { steps }: Demo, run: string) {
  console.log(`Playing ${steps.length} steps of five weeks through ${baseUrl}`);
  const startedAt = performance.now();
  const progress = startProgress(steps.length);
  try {
    return await playSteps(tenant, { steps, run, progress });
  } finally {
    progress.finish();
    console.log(`Took ${((performance.now() - startedAt) / 1000).toFixed(0)} seconds`);
  }
}

/** One after the other: each is history for the next. */
async function assessLive(tenant: Tenant, { liveCases }: Demo): Promise<LiveResult[]> {
  const results: LiveResult[] = [];
  for (const liveCase of liveCases) {
    results.push({ liveCase, assessment: await assessTransaction(tenant, liveCase.request) });
  }
  return results;
}

function print(lines: readonly string[]): void {
  console.log(`\n${lines.join('\n')}`);
}
