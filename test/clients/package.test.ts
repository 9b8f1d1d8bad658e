import { mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import { ROOT, runProgram } from '../support/programs.ts';

/* What a merchant gets: the package is packed, installed into a project of its own, and used there without tsx. */

const CLIENT = path.join(ROOT, 'clients/typescript');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

const GOOD = `
import { createFraudRiskClient, type AssessmentResponse, type IngestEvent } from '@fraud-risk/client';
const client = createFraudRiskClient({ baseUrl: 'http://127.0.0.1/api' });
const body = { transactionId: 't', userId: 'u', amountMinor: 1, currency: 'USD' };
export const assessment: AssessmentResponse = await client.post('/risk-engine/assess', { body });
export const action: 'allow' | 'review' | 'block' = assessment.action;
export const rotated: string = (await client.post('/auth/webhook-secret/regenerate')).webhookSigningSecret;
declare const event: IngestEvent;
export const duplicate: boolean = (await client.ingestEvent(event)).duplicate;
`;

/** Each is one mistake that the compiler must find. */
const MISTAKES: Record<string, string> = {
  'an unknown path': `client.post('/risk-engine/asses', { body })`,
  'a method the path does not have': `client.get('/risk-engine/assess')`,
  'no body': `client.post('/risk-engine/assess')`,
  'a field left out': `client.post('/risk-engine/assess', { body: { transactionId: 't', userId: 'u', amountMinor: 1 } })`,
  'a field of the wrong type': `client.post('/risk-engine/assess', { body: { ...body, amountMinor: '1' } })`,
  'a word that is not of the list': `client.post('/risk-engine/feedback', { body: { assessmentId: 'a', outcome: 'fine' } })`,
  'a misspelt field': `client.login({ companyId: 'c', email: 'e', passwort: 'p' })`,
  'a field the answer does not have': `(await client.post('/auth/logout')).sucess`,
  'an event that is not signed': `client.post('/events/ingest', { body: {} as never })`,
  'a refresh by hand': `client.post('/auth/refresh')`,
};

let project: string;
test.before(async () => {
  project = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'fraud-risk-client-')));
  const packed = await runProgram('npm', ['pack', '--offline', '--pack-destination', project], { cwd: CLIENT });
  if (packed.code !== 0) throw new Error(packed.stdout + packed.stderr);
  const home = path.join(project, 'node_modules/@fraud-risk/client');
  mkdirSync(home, { recursive: true });
  const archive = path.join(project, packed.stdout.trim().split('\n').at(-1) ?? '');
  await runProgram('tar', ['-xzf', archive, '--strip-components=1', '-C', home]);
  for (const dependency of ['openapi-fetch', 'openapi-typescript-helpers']) {
    symlinkSync(path.join(ROOT, 'node_modules', dependency), path.join(project, 'node_modules', dependency));
  }
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
});
test.after.always(() => project && rmSync(project, { recursive: true, force: true }));

test('the package holds what was built, and plain Node.js loads it', async (t) => {
  const script = `
    import { signEvent, createFraudRiskClient, ApiProblem } from '@fraud-risk/client';
    const { headers } = await signEvent('whsec_key', '{"a":"é"}', { now: 0, nonce: 'n' });
    console.log(JSON.stringify([headers['x-event-signature'], typeof createFraudRiskClient, ApiProblem.name]));`;
  writeFileSync(path.join(project, 'use.js'), script);
  const { code, stdout, stderr } = await runProgram(process.execPath, ['use.js'], { cwd: project });
  t.is(code, 0, stderr);
  // printf %s '{"a":"é"}' | openssl dgst -sha256 -hmac whsec_key
  t.deepEqual(JSON.parse(stdout), [
    '9a0820fca1477e7c72d76bbdc0e464566e619e8505b41331668276d339d185b1',
    'function',
    'ApiProblem',
  ]);
});

test('its types accept what is right and refuse what is wrong', async (t) => {
  writeFileSync(path.join(project, 'good.ts'), GOOD);
  const head = GOOD.split('\n').slice(0, 4).join('\n');
  const mistakes = Object.entries(MISTAKES).map(([name, code], index) => ({ name, code, file: `mistake-${index}.ts` }));
  for (const { code, file } of mistakes) {
    writeFileSync(path.join(project, file), `${head}\nexport const mistake = ${code};\nexport { body };\n`);
  }
  const compilerOptions = { strict: true, noEmit: true, target: 'ES2022', module: 'NodeNext', types: [] };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const { stdout } = await runProgram(process.execPath, [TSC, '--project', project], { cwd: project });
  const wrong = new Set([...stdout.matchAll(/^([^\s(]+)\(\d/gm)].map((match) => match[1]));
  const accepted = mistakes.filter(({ file }) => !wrong.has(file)).map(({ name }) => name);
  t.deepEqual(accepted, []);
  t.deepEqual(
    [...wrong].filter((file) => !file?.startsWith('mistake-')),
    [],
    stdout,
  );
});
