import { connectDatabase } from '../../db/connect.ts';
import { listTrainingRows, type TrainingBounds } from '../../db/queries/scoring-outcomes.ts';
import { trainModel, type TrainedModel } from '../../engine/adaptive/train-model.ts';

/** What a thread must be told; it connects by itself. */
export interface TrainingTask {
  databaseUrl: string;
  companyId: string;
}

export interface TrainingReport {
  /** Undefined when there was nothing to learn, or nothing that beats the default profile on what was held out. */
  trained: TrainedModel | undefined;
  rows: number;
  /** Milliseconds. */
  loadMs: number;
  trainMs: number;
}

/** What keeps memory and processor time of one training within bounds. */
const BOUNDS: TrainingBounds = { outcomes: 200_000, frauds: 5_000, legitimate: 25_000 };

/** Reads what there is to learn from and trains a model on it. */
export async function runTraining({ databaseUrl, companyId }: TrainingTask): Promise<TrainingReport> {
  const startedAt = performance.now();
  const db = connectDatabase({ url: databaseUrl, poolSize: 1, signalTimeoutMs: 1 });
  const rows = await listTrainingRows(db.knex, companyId, BOUNDS).finally(() => db.close());
  const loadedAt = performance.now();
  const trained = trainModel(rows);
  return {
    // A model that knows no better already on what it learned from is not worth its place.
    trained: trained && trained.heldOut.adaptivePrecision > trained.heldOut.defaultPrecision ? trained : undefined,
    rows: rows.length,
    loadMs: loadedAt - startedAt,
    trainMs: performance.now() - loadedAt,
  };
}
