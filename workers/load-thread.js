import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// On Node.js 20 a thread does not inherit the loader of TypeScript (github.com/privatenumber/tsx/issues/354), so it brings
// its own. That is why this file alone is JavaScript.
register();
await import(workerData.module);
