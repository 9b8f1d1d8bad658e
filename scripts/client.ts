import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';
import { buildOpenApi } from '../api/openapi.ts';
import { routes } from '../api/routes.ts';

/*
 * Writes the types of the TypeScript client from the table of routes. With --check it only compares. A `.ts` and not a
 * `.d.ts` file: tsc copies no declaration files into a build.
 */

const FILE = path.join(import.meta.dirname, '../clients/typescript/src/schema.ts');

// The server's address is not part of any type.
const document = JSON.parse(JSON.stringify(buildOpenApi(routes, { publicUrl: '' }))) as OpenAPI3;
const types = await openapiTS(document, { defaultNonNullable: false, silent: true });
const source = COMMENT_HEADER + astToString(types);

if (!process.argv.includes('--check')) {
  await writeFile(FILE, source);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== source) {
  console.error('clients/typescript/src/schema.ts is out of date: run npm run generate and commit the result');
  process.exitCode = 1;
}
