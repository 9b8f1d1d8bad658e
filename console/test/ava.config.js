/* What the tests of the console need: a browser each, one after the other, against the service of scripts/test-console.ts. */
export default {
  files: ['console/test/*.test.ts'],
  extensions: { ts: 'module' },
  nodeArguments: ['--import=tsx'],
  workerThreads: false,
  concurrency: 1,
  timeout: '4m',
};
