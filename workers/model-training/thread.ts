import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from '../run-in-thread.ts';
import { runTraining, type TrainingTask } from './run-training.ts';

/* The thread of a training; see run-in-thread.ts. */
const { task } = workerData as ThreadData<TrainingTask>;
parentPort?.postMessage(await runTraining(task));
