import type { StoredPolicy } from '../../db/queries/policies.ts';
import type { ModelSummary } from '../../db/queries/scoring-models.ts';
import type { Policy } from './policy-schemas.ts';

export function presentPolicy(
  { settings, version, updatedAt, updatedBy }: StoredPolicy,
  model: ModelSummary | undefined,
): Policy {
  const adaptiveModel = model ? presentModel(model) : null;
  return { ...settings, adaptiveModel, version, updatedAt: updatedAt.toISOString(), updatedBy };
}

function presentModel({
  version,
  isUsed,
  trainedAt,
  frauds,
  legitimate,
  comparison,
}: ModelSummary): Policy['adaptiveModel'] {
  return {
    version,
    inUse: isUsed,
    trainedAt: trainedAt.toISOString(),
    trainedOn: { fraud: frauds, legitimate },
    comparison: comparison && {
      comparedAt: comparison.comparedAt.toISOString(),
      fraud: comparison.frauds,
      defaultPrecision: comparison.defaultPrecision,
      adaptivePrecision: comparison.adaptivePrecision,
    },
  };
}
