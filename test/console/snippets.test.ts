import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import type { Language } from '../../console/src/screens/developers/search.ts';
import { writeSnippets } from '../../console/src/screens/developers/snippets/snippets.ts';
import { processEnvironment } from '../../platform/config.ts';
import { runProgram } from '../support/programs.ts';
import { registerTenant, startService, type Service, type Tenant } from '../support/service.ts';

/* The examples of the developers' screen, run as they are shown, against a service. */

let service: Service;
let tenant: Tenant;
let folder: string;
test.before(async () => {
  service = await startService();
  tenant = await registerTenant(service);
  folder = mkdtempSync(path.join(os.tmpdir(), 'fraud-risk-snippets-'));
});
test.after.always(async () => {
  await service?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** How each is run, and which programs that takes. */
const RUNNERS: Record<Language, { file: string; program: string; needs: string[] }> = {
  curl: { file: 'send-event.sh', program: 'bash', needs: ['bash', 'curl', 'openssl'] },
  node: { file: 'send-event.mjs', program: process.execPath, needs: [] },
  python: { file: 'send_event.py', program: 'python3', needs: ['python3'] },
  php: { file: 'send-event.php', program: 'php', needs: ['php'] },
};
/** What every machine that builds this has; the others are run where they are there. */
const REQUIRED: readonly Language[] = ['curl', 'node'];

function listMissing(programs: readonly string[]): string[] {
  const folders = (processEnvironment()['PATH'] ?? '').split(path.delimiter);
  return programs.filter((program) => !folders.some((bin) => existsSync(path.join(bin, program))));
}

for (const language of Object.keys(RUNNERS) as Language[]) {
  test(`the ${language} example sends an event that is accepted`, async (t) => {
    const { file, program, needs } = RUNNERS[language];
    const missing = listMissing(needs);
    if (missing.length > 0 && !(REQUIRED.includes(language) && processEnvironment()['CI'] === 'true')) {
      t.log(`left out: there is no ${missing.join(', no ')} here`);
      t.pass();
      return;
    }
    const target = { companyId: tenant.companyId, baseUrl: `${service.url}/api` };
    const { code } = writeSnippets(target).find((snippet) => snippet.language === language) ?? { code: '' };
    const script = path.join(folder, file);
    writeFileSync(script, code);
    const result = await runProgram('env', [`SIGNING_SECRET=${tenant.secret}`, program, script]);
    t.is(result.code, 0, result.stderr);
    t.regex(result.stdout, /"status":"accepted"/);
    t.regex(result.stdout, /"duplicate":false/);
  });
}
