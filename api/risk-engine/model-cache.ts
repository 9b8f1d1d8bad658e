import type { ModelReference } from '../../db/queries/access.ts';
import { findModel } from '../../db/queries/scoring-models.ts';
import type { CurrentModel } from '../../engine/adaptive/apply-model.ts';
import { FEATURES, FEATURES_FINGERPRINT } from '../../engine/adaptive/features.ts';
import { parseModel, type ScoringModel } from '../../engine/adaptive/scoring-model.ts';
import type { Dependencies } from '../dependencies.ts';

export interface ModelCache {
  /**
   * The current model of a company. Which one is current comes with the tenant, so that it costs a statement only when a
   * process meets a version for the first time. Never throws.
   *
   * @returns undefined without a model, and while there is none that can be used: the default profile scores then
   */
  find(companyId: string, reference: ModelReference | null): Promise<CurrentModel | undefined>;
}

interface Entry {
  version: number;
  /** Resolves to undefined for what is no model of ours. */
  model: Promise<ScoringModel | undefined>;
}

/** As JSON, models took 50 to 250 kB. */
const MODELS_KEPT = 200;

/** Keeps the models of the companies that were assessed last in memory. */
export function createModelCache({ db, logger }: Pick<Dependencies, 'db' | 'logger'>): ModelCache {
  /** In the order of their last use, the oldest first. */
  const entries = new Map<string, Entry>();

  async function load(companyId: string, version: number): Promise<ScoringModel | undefined> {
    // Under the time budget of signals: it is read beside them.
    const model = parseModel(await findModel(db.signals, companyId, version), FEATURES.length);
    if (model?.fingerprint === FEATURES_FINGERPRINT) return model;
    const reason = model ? 'it was trained on other features' : 'it cannot be read';
    logger.warn({ companyId, version, reason }, 'scoring model not used');
    return undefined;
  }

  function startLoading(companyId: string, version: number): Entry {
    const model = load(companyId, version).catch((error: unknown) => {
      logger.warn({ err: error, companyId, version }, 'scoring model not loaded');
      // The next request tries again.
      if (entries.get(companyId)?.version === version) entries.delete(companyId);
      return undefined;
    });
    return { version, model };
  }

  return {
    find: async (companyId, reference) => {
      if (!reference) return undefined;
      const { version, isUsed } = reference;
      const known = entries.get(companyId);
      const entry = known?.version === version ? known : startLoading(companyId, version);
      entries.delete(companyId);
      entries.set(companyId, entry);
      const [oldest] = entries.keys();
      if (entries.size > MODELS_KEPT && oldest !== undefined) entries.delete(oldest);
      const model = await entry.model;
      return model && { model, version, isUsed };
    },
  };
}
