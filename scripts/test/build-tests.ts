import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { StartError } from '../../platform/start-error.ts';

/*
 * Each test file runs in a process of its own. Loading the service there module by module, each transpiled on its way,
 * takes longer than most tests; so all of it is built once, into a few files per test file. load-built.cjs loads them.
 */

/** Below node_modules, because packages are not built in and must be found from there. */
const PARENT = 'node_modules/.cache';

export interface TestBuild {
  /** Has the file built of `test/x.test.ts` as `test/x.test.js`, with source maps. */
  dir: string;
  remove(): void;
}

/**
 * Builds all test files of a project.
 *
 * @throws StartError when one of them cannot be parsed or imports what is not there; the output says where
 */
export async function buildTests(root: string): Promise<TestBuild> {
  const parent = path.join(root, PARENT);
  mkdirSync(parent, { recursive: true });
  // Source maps have relative paths: they must be relative to where Node.js will find them.
  const dir = realpathSync(mkdtempSync(path.join(parent, 'tests-')));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  try {
    await build({
      absWorkingDir: root,
      entryPoints: listTestFiles(path.join(root, 'test')),
      outbase: root,
      outdir: dir,
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: 'linked',
      sourcesContent: false,
      plugins: [keepPlaces(root), chooseBuiltIn()],
      // What is built in may be CommonJS, and asks for modules of Node.js by a require() that modules do not have.
      banner: {
        js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
      },
    });
  } catch {
    remove();
    throw new StartError('The tests cannot be built');
  }
  return { dir, remove };
}

function listTestFiles(dir: string): string[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.test.ts')).map((file) => path.join(dir, file));
}

/** Modules find their neighbours (pages, programs to start) where their source is. */
function keepPlaces(root: string): Plugin {
  const isOurs = (file: string) => !path.relative(root, file).split(path.sep).includes('node_modules');
  return {
    name: 'keep-places',
    setup: (project) => {
      project.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8');
        if (!isOurs(file) || !source.includes('import.meta.')) return undefined;
        const contents = source
          .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
          .replaceAll('import.meta.filename', JSON.stringify(file))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Packages of hundreds of small files that take longer to load than most tests; they find nothing by their place. */
const BUILT_IN =
  /^(@koa\/router|ajv|ajv-formats|bullmq|ioredis|jsonwebtoken|koa|koa-body|prom-client|razorpay|stripe|typebox)(\/|$)/;
/** A native module, which they use where it is there. */
const NATIVE = 'msgpackr-extract';

/** Builds these packages in, with all that they depend on; the others stay where they are. */
function chooseBuiltIn(): Plugin {
  return {
    name: 'choose-built-in',
    setup: (project) => {
      // Names of packages; what begins with a dot or a slash is a file.
      project.onResolve({ filter: /^[^./]/ }, ({ path: name, importer, kind }) => {
        const isBuiltIn = importer.includes('/node_modules/') ? name !== NATIVE : BUILT_IN.test(name);
        return isBuiltIn || kind === 'entry-point' ? undefined : { external: true };
      });
    },
  };
}
