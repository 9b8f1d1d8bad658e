import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { buildOpenApi } from '../api/openapi.ts';
import { routes } from '../api/routes.ts';

/* Writes openapi.json at the root, from the table of routes. With --check it only compares, and fails when it differs. */

const FILE = path.join(import.meta.dirname, '..', 'openapi.json');
const PUBLIC_URL = 'http://127.0.0.1:3000';

const document = `${JSON.stringify(buildOpenApi(routes, { publicUrl: PUBLIC_URL }), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  await writeFile(FILE, document);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== document) {
  console.error('openapi.json is out of date: run the script without --check and commit the result');
  process.exitCode = 1;
}
