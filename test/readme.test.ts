import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import { processEnvironment } from '../platform/config.ts';
import { listBlocks, ROOT, runProgram } from './support/programs.ts';
import { startService, type Service } from './support/service.ts';

/* The examples of the READMEs, run word for word but for the address of the service. */

const ADDRESS = 'http://127.0.0.1:3000';
const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

/** What a README asks its reader to have, and this machine has not. */
function listMissing(...programs: string[]): string[] {
  const folders = (processEnvironment()['PATH'] ?? '').split(path.delimiter);
  return programs.filter((program) => !folders.some((folder) => existsSync(path.join(folder, program))));
}

test('the shell examples of README.md', async (t) => {
  const blocks = listBlocks(read('README.md'), 'sh', '<!-- readme-walk -->');
  t.true(blocks.length > 0);
  const missing = listMissing('bash', 'curl', 'openssl');
  if (missing.length > 0 && processEnvironment()['CI'] !== 'true') {
    t.log(`left out: there is no ${missing.join(', no ')} here`);
    return;
  }
  t.deepEqual(missing, []);
  for (const block of blocks) {
    t.true(block.includes(ADDRESS));
    const script = block.replaceAll(ADDRESS, service.url);
    const { code, stdout, stderr } = await runProgram('bash', ['-euo', 'pipefail', '-c', script]);
    t.is(code, 0, stderr);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    t.like(answers[0], { status: 'accepted', duplicate: false });
    t.like(answers[1], { status: 'accepted', outcome: 'confirmed_fraud' });
    t.is(answers[2]?.['action'], 'review');
    t.true((answers[2]?.['reasonCodes'] as string[]).includes('GRAPH_FRAUD_NEIGHBOR'));
    t.notRegex(stdout, /undefined|null/);
  }
});

test('the examples of clients/typescript/README.md compile and run', async (t) => {
  const blocks = listBlocks(read('clients/typescript/README.md'), 'ts');
  t.is(blocks.length, 3);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fraud-risk-readme-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const source = blocks
    .join('\n')
    .replaceAll(ADDRESS, service.url)
    .replaceAll('@fraud-risk/client', path.join(ROOT, 'clients/typescript/src/index.ts'));
  const file = path.join(folder, 'readme.mts');
  writeFileSync(file, source);

  const typeRoots = [path.join(ROOT, 'node_modules/@types')];
  const compilerOptions = { noEmit: true, types: ['node'], typeRoots };
  const tsconfig = { extends: path.join(ROOT, 'tsconfig.json'), compilerOptions, include: [file] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const compiled = await runProgram(process.execPath, [
    path.join(ROOT, 'node_modules/typescript/bin/tsc'),
    '--project',
    folder,
  ]);
  t.is(compiled.code, 0, compiled.stdout);

  const { code, stdout, stderr } = await runProgram(process.execPath, ['--import', 'tsx', file]);
  t.is(code, 0, stderr);
  t.regex(stdout, /^(allow|review|block) [\d.]+\nVALIDATION_FAILED [^]*\/currency[^]*\nfalse (allow|review|block)\n$/);
  t.notRegex(stdout, /undefined/);
});
