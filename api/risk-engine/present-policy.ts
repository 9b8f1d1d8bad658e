import type { StoredPolicy } from '../../db/queries/policies.ts';
import type { Policy } from './policy-schemas.ts';

export function presentPolicy({ settings, version, updatedAt, updatedBy }: StoredPolicy): Policy {
  return { ...settings, version, updatedAt: updatedAt.toISOString(), updatedBy };
}
