import type { Knex } from 'knex';
import type { Comparison } from '../../engine/adaptive/compare-scores.ts';
import type { ScoringModel } from '../../engine/adaptive/scoring-model.ts';
import type { Connection, HotConnection } from '../connect.ts';

/** Where the learning of a company stands. Outcome ids are those of the latest outcome then. */
export interface ScoringState {
  /** Of the current model; null until there is one. */
  version: number | null;
  /** Whether the model has proved better than the default profile. */
  isUsed: boolean;
  trainedUntil: string | null;
  /** Outcomes there were to train on, and frauds among them, when that was last done. */
  trainedOutcomes: number;
  trainedFrauds: number;
  comparedUntil: string | null;
}

const NEVER_LEARNED: ScoringState = {
  version: null,
  isUsed: false,
  trainedUntil: null,
  trainedOutcomes: 0,
  trainedFrauds: 0,
  comparedUntil: null,
};

interface StateRow {
  version: number | null;
  is_used: boolean;
  trained_until: string | null;
  trained_outcomes: number;
  trained_frauds: number;
  compared_until: string | null;
}

export async function findScoringState(connection: Connection, companyId: string): Promise<ScoringState> {
  const row = await connection('scoring_states').where({ company_id: companyId }).first<StateRow | undefined>();
  if (!row) return NEVER_LEARNED;
  return {
    version: row.version,
    isUsed: row.is_used,
    trainedUntil: row.trained_until,
    trainedOutcomes: row.trained_outcomes,
    trainedFrauds: row.trained_frauds,
    comparedUntil: row.compared_until,
  };
}

/** Remembers a comparison of the two profiles and what it decided; requests follow it from their next look at the tenant. */
export async function recordComparison(
  connection: Connection,
  companyId: string,
  decision: { comparison: Comparison; isUsed: boolean; until: string; now: Date },
): Promise<void> {
  const { comparison, isUsed, until, now } = decision;
  await upsertState(connection, companyId, {
    is_used: isUsed,
    compared_until: until,
    compared_at: now,
    compared_frauds: comparison.frauds,
    default_precision: comparison.defaultPrecision,
    adaptive_precision: comparison.adaptivePrecision,
  });
}

/** How far training looked, and how much there was. */
export interface TrainingMark {
  until: string;
  outcomes: number;
  frauds: number;
}

/** Remembers that training found nothing better than what there is. */
export async function recordTraining(connection: Connection, companyId: string, mark: TrainingMark): Promise<void> {
  await upsertState(connection, companyId, toTrained(mark));
}

/** Older versions are of use only to requests under way. */
const VERSIONS_KEPT = 5;

/**
 * Stores a trained model and makes it the current one, in one transaction; what the company's models have proved stays
 * (see `compareScores`).
 *
 * @returns its version
 */
export async function insertModel(
  connection: Connection,
  companyId: string,
  trained: { model: ScoringModel; frauds: number; legitimate: number; heldOutPrecision: number; now: Date },
  mark: TrainingMark,
): Promise<number> {
  return connection.transaction(async (transaction) => {
    await upsertState(transaction, companyId, toTrained(mark));
    const state = await transaction('scoring_states')
      .where({ company_id: companyId })
      .forUpdate()
      .first<StateRow>('version');
    const version = (state.version ?? 0) + 1;
    await transaction('scoring_models').insert({
      company_id: companyId,
      version,
      trained_at: trained.now,
      frauds: trained.frauds,
      legitimate: trained.legitimate,
      held_out_precision: trained.heldOutPrecision,
      model: JSON.stringify(trained.model),
    });
    await transaction('scoring_states').where({ company_id: companyId }).update({ version });
    await transaction('scoring_models')
      .where({ company_id: companyId })
      .where('version', '<=', version - VERSIONS_KEPT)
      .delete();
    return version;
  });
}

function toTrained({ until, outcomes, frauds }: TrainingMark): object {
  return { trained_until: until, trained_outcomes: outcomes, trained_frauds: frauds };
}

async function upsertState(connection: Connection | Knex.Transaction, companyId: string, columns: object) {
  await connection('scoring_states')
    .insert({ company_id: companyId, ...columns })
    .onConflict('company_id')
    .merge(Object.keys(columns));
}

/** A stored model as it stands there: whoever scores with it checks it first. */
export async function findModel(connection: HotConnection, companyId: string, version: number): Promise<unknown> {
  const { rows } = await connection.query<{ model: unknown }>({
    name: 'scoring-model',
    text: 'select model from scoring_models where company_id = $1 and version = $2',
    values: [companyId, version],
  });
  return rows[0]?.model;
}

/** What an admin may know of the model. */
export interface ModelSummary {
  version: number;
  isUsed: boolean;
  trainedAt: Date;
  frauds: number;
  legitimate: number;
  /** Null until outcomes of assessments that a model has scored are known. */
  comparison: { frauds: number; defaultPrecision: number; adaptivePrecision: number; comparedAt: Date } | null;
}

export async function findModelSummary(connection: Connection, companyId: string): Promise<ModelSummary | undefined> {
  const { rows } = await connection.raw<{ rows: SummaryRow[] }>(
    `select version, is_used, trained_at, frauds, legitimate, compared_frauds, default_precision, adaptive_precision,
       compared_at
     from scoring_states join scoring_models using (company_id, version) where company_id = ?`,
    [companyId],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { version, is_used: isUsed, trained_at: trainedAt, frauds, legitimate } = row;
  return {
    ...{ version, isUsed, trainedAt, frauds, legitimate },
    comparison: row.compared_at && {
      frauds: row.compared_frauds,
      defaultPrecision: row.default_precision,
      adaptivePrecision: row.adaptive_precision,
      comparedAt: row.compared_at,
    },
  };
}

interface SummaryRow {
  version: number;
  is_used: boolean;
  trained_at: Date;
  frauds: number;
  legitimate: number;
  compared_frauds: number;
  default_precision: number;
  adaptive_precision: number;
  compared_at: Date | null;
}
