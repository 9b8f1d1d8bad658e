import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from '../run-in-thread.ts';
import { runPass, type PassTask } from './run-pass.ts';

/* The thread of a full pass; see run-in-thread.ts. */
const { task } = workerData as ThreadData<PassTask>;
parentPort?.postMessage(await runPass(task));
