import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';

const ROOT = path.resolve(import.meta.dirname, '..');
const LAYERS = ['api', 'clients', 'console', 'db', 'engine', 'platform', 'workers'] as const;
type Layer = (typeof LAYERS)[number];

/** Who may import whom (the design's import rules); `types` allows `import type` only. */
const MAY_IMPORT: Record<Layer, Partial<Record<Layer, 'all' | 'types'>>> = {
  engine: {},
  platform: {},
  db: { platform: 'all', engine: 'all' },
  api: { engine: 'all', db: 'all', platform: 'all' },
  workers: { engine: 'all', db: 'all', platform: 'all' },
  // It knows the API alone, as any client.
  console: { clients: 'all' },
  // For other people's programs: it must work where nothing else of ours is.
  clients: {},
};

/** Packages that only some places may know. */
const PACKAGE_HOMES: Record<string, RegExp> = {
  knex: /^db\//,
  objection: /^db\//,
  'pg-copy-streams': /^db\//,
  bullmq: /^platform\/jobs\//,
  ioredis: /^platform\//,
  koa: /^(api|platform|scripts\/bench)\//,
};

interface Import {
  file: string;
  specifier: string;
  typeOnly: boolean;
}

function listFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^(dist|test)\//.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')));
}

function listImports(file: string): Import[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map(([, type, from, bare, dynamic]) => ({
    file,
    specifier: from ?? bare ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }));
}

const existing = LAYERS.filter((layer) => readdirSync(ROOT).includes(layer));
const files = existing.flatMap(listFiles);
const imports = files.flatMap(listImports);

function layerOf(file: string): Layer | undefined {
  return LAYERS.find((layer) => file.startsWith(`${layer}/`));
}

test('layers import only what the design allows', (t) => {
  t.true(imports.length > 100, 'the imports were found');
  const offences = imports.filter(({ file, specifier, typeOnly }) => {
    if (!specifier.startsWith('.')) return false;
    const [from, to] = [layerOf(file), layerOf(path.posix.join(path.posix.dirname(file), specifier))];
    if (!from || from === to) return false;
    const allowed = to && MAY_IMPORT[from][to];
    return !(allowed === 'all' || (allowed === 'types' && typeOnly));
  });
  t.deepEqual(offences, []);
});

test('packages that only some places may know stay there', (t) => {
  const offences = imports.filter(({ file, specifier }) => {
    const home = PACKAGE_HOMES[specifier];
    return home && !home.test(file);
  });
  t.deepEqual(offences, []);
});

test('the client needs nothing but openapi-fetch, not even Node.js', (t) => {
  const outside = imports.filter(({ file, specifier }) => file.startsWith('clients/') && !specifier.startsWith('.'));
  t.deepEqual([...new Set(outside.map(({ specifier }) => specifier))], ['openapi-fetch']);
});

test('only platform/config.ts reads the environment', (t) => {
  // The console runs in a browser; the code it shows for servers is text.
  const ours = files.filter((file) => !file.startsWith('console/'));
  const readers = ours.filter((file) =>
    /process\.env\b|\benv\s*[,}].*node:process/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  t.deepEqual(readers, ['platform/config.ts']);
});

test('the engine is pure: no packages, no clock, no randomness', (t) => {
  const outside = imports.filter(
    ({ file, specifier }) =>
      file.startsWith('engine/') &&
      !(specifier.startsWith('.') && layerOf(path.posix.join(path.posix.dirname(file), specifier)) === 'engine'),
  );
  t.deepEqual(outside, []);
  const impure = listFiles('engine').filter((file) =>
    /Date\.now|new Date\(\)|Math\.random|performance\.now/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  t.deepEqual(impure, []);
});

/** Asks the job library's own tables whether the queue answers. */
const QUEUE_PROBE = 'platform/jobs/backend.ts';

test('all SQL is in db', (t) => {
  const SQL = /\b(select\s+[\w.*,\s]+\s+from|insert\s+into|delete\s+from|update\s+\w+\s+set)\s/i;
  const offences = files.filter(
    (file) => !file.startsWith('db/') && file !== QUEUE_PROBE && SQL.test(withoutComments(file)),
  );
  t.deepEqual(offences, []);
});

test('every layer and folder of code says in a README what lives there', (t) => {
  for (const layer of existing) {
    const readme = readFileSync(path.join(ROOT, layer, 'README.md'), 'utf8');
    t.true(readme.split('\n').length <= 21, `${layer}/README.md has at most 20 lines`);
  }
});

test('a route path stands in one file only', (t) => {
  const paths = files
    .filter((file) => file.startsWith('api/'))
    .flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^ {2}path: '([^']+)'/gm)].map((match) => match[1]),
    );
  t.is(new Set(paths).size, paths.length);
});

function withoutComments(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '');
}
