import {
  countOutcomes,
  listCompaniesToLearnFrom,
  listScoredOutcomes,
  type NewOutcomes,
} from '../db/queries/scoring-outcomes.ts';
import {
  findScoringState,
  insertModel,
  recordComparison,
  recordTraining,
  type ScoringState,
} from '../db/queries/scoring-models.ts';
import { compareScores, isWorthUsing, LEAST_FRAUDS_COMPARED } from '../engine/adaptive/compare-scores.ts';
import { LEAST_TO_LEARN_FROM } from '../engine/adaptive/train-model.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import type { Logger } from '../platform/logger.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { forEachCompany } from './each-company.ts';
import type { TrainingReport, TrainingTask } from './model-training/run-training.ts';
import { runInThread } from './run-in-thread.ts';

type TrainingDependencies = Pick<WorkerDependencies, 'db' | 'databaseUrl' | 'clock' | 'producer'>;

/** One look at a company. */
interface Look {
  companyId: string;
  logger: Logger;
  signal: AbortSignal;
}

/**
 * Learns from the outcomes of a company: compares what its models said with the default profile on the outcomes that have
 * come since, decides which of the two is used, and trains a new version once there is enough to learn. Signalled by each
 * outcome, so it first counts what is new and mostly has nothing to do. Without a company, as the schedule asks, makes one
 * job for each that has something new.
 */
export function createModelTraining(dependencies: TrainingDependencies): JobHandler<Jobs, 'model-training'> {
  return {
    name: 'model-training',
    handle: async ({ companyId }, { logger, signal }) => {
      if (companyId === undefined) return enqueueCompanies(dependencies, signal);
      const { knex } = dependencies.db;
      const state = await findScoringState(knex, companyId);
      const look = { companyId, logger, signal };
      await compareWhenDue(dependencies, state, look);
      await trainWhenDue(dependencies, state, look);
    },
  };
}

async function enqueueCompanies({ db, producer }: TrainingDependencies, signal: AbortSignal): Promise<void> {
  await forEachCompany(
    (page) => listCompaniesToLearnFrom(db.knex, page),
    async (companyId) => {
      signal.throwIfAborted();
      await producer.enqueue('model-training', { companyId });
    },
  );
}

/** New outcomes, or frauds among them, that are worth another comparison. */
const NEW_TO_COMPARE = { outcomes: 500, frauds: 5 } as const;
/** The comparison looks at the latest outcomes, this many at most. */
const OUTCOMES_COMPARED = 10_000;

async function compareWhenDue({ db, clock }: TrainingDependencies, state: ScoringState, look: Look): Promise<void> {
  if (state.version === null) return;
  const { companyId, logger } = look;
  const since = await countOutcomes(db.knex, companyId, { after: state.comparedUntil, limit: NEW_TO_COMPARE.outcomes });
  const isDue = since.frauds >= NEW_TO_COMPARE.frauds || since.outcomes >= NEW_TO_COMPARE.outcomes;
  if (!isDue || since.latest === null) return;
  const comparison = compareScores(await listScoredOutcomes(db.knex, companyId, OUTCOMES_COMPARED));
  const isUsed = isWorthUsing(state.isUsed, comparison);
  const now = new Date(clock.now());
  await recordComparison(db.knex, companyId, { comparison, isUsed, until: since.latest, now });
  const changed =
    isUsed === state.isUsed ? 'scoring profiles compared' : isUsed ? 'model used' : 'model not used any more';
  if (isUsed !== state.isUsed || comparison.frauds >= LEAST_FRAUDS_COMPARED) {
    logger.info({ companyId, version: state.version, ...comparison }, changed);
  }
}

/** A tenth more outcomes, or frauds, than the last time; the first time, enough to begin with. */
const NEW_SHARE = 0.1;

/** Outcomes looked at to count what is new, at most: before the first training, and a tenth of that from then on. */
const OUTCOMES_COUNTED = 200_000;

async function trainWhenDue(
  { db, databaseUrl, clock }: TrainingDependencies,
  state: ScoringState,
  { companyId, logger, signal }: Look,
): Promise<void> {
  const { knex } = db;
  const limit = state.trainedUntil === null ? OUTCOMES_COUNTED : NEW_SHARE * OUTCOMES_COUNTED;
  const since = await countOutcomes(knex, companyId, { after: state.trainedUntil, limit });
  if (since.latest === null || !isTrainingDue(state, since)) return;
  const mark = {
    until: since.latest,
    outcomes: Math.min(OUTCOMES_COUNTED, state.trainedOutcomes + since.outcomes),
    frauds: state.trainedFrauds + since.frauds,
  };
  const task: TrainingTask = { databaseUrl, companyId };
  const thread = new URL('model-training/thread.ts', import.meta.url);
  const report = await runInThread<TrainingReport>(thread, task, signal);
  const { trained, ...figures } = report;
  if (!trained) {
    await recordTraining(knex, companyId, mark);
    logger.info({ companyId, ...figures }, 'nothing learned');
    return;
  }
  const { frauds, legitimate, adaptivePrecision } = trained.heldOut;
  const now = new Date(clock.now());
  const model = { model: trained.model, frauds, legitimate, heldOutPrecision: adaptivePrecision, now };
  const version = await insertModel(knex, companyId, model, mark);
  logger.info({ companyId, version, ...figures, ...trained.heldOut }, 'model trained');
}

const { frauds: LEAST_FRAUDS, legitimate: LEAST_OUTCOMES } = LEAST_TO_LEARN_FROM;

function isTrainingDue({ trainedUntil, trainedOutcomes, trainedFrauds }: ScoringState, since: NewOutcomes): boolean {
  const hasEnough = since.outcomes >= LEAST_OUTCOMES + LEAST_FRAUDS && since.frauds >= LEAST_FRAUDS;
  if (trainedUntil === null) return hasEnough;
  return (
    since.outcomes >= Math.max(LEAST_OUTCOMES, NEW_SHARE * trainedOutcomes) ||
    since.frauds >= Math.max(LEAST_FRAUDS, NEW_SHARE * trainedFrauds)
  );
}
