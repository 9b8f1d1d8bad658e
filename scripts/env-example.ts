import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describeSettings } from '../platform/config.ts';

/* Writes `.env.example` from the settings of `platform/settings.ts`; with --check only compares. */

const FILE = path.resolve(import.meta.dirname, '../.env.example');
const HEADER = `# Copy to .env and remove the # in front of what you change. Nothing needs to be set to try the service.
# Made from platform/settings.ts by: npm run generate:env
`;

function render(): string {
  const settings = describeSettings().map(({ name, default: value, description }) =>
    [...(description ? [`# ${description}`] : []), `#${name}=${value}`].join('\n'),
  );
  return `${[HEADER, ...settings].join('\n')}\n`;
}

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, render());
} else if (readFileSync(FILE, 'utf8') !== render()) {
  console.error('.env.example differs from platform/settings.ts: run npm run generate:env');
  process.exitCode = 1;
}
