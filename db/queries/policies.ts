import type { Knex } from 'knex';
import type { PolicySettings } from '../../engine/policy.ts';
import type { Action, PolicyMode, ScoringProfile } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';

/** A tenant's policy and which of its versions it is. */
export interface StoredPolicy {
  settings: PolicySettings;
  /** 1 for the policy a company starts with, one more for each change. */
  version: number;
  updatedAt: Date;
  /** Null until somebody changes it. */
  updatedBy: string | null;
}

/** The columns that are settings; also what a request reads of its tenant (`access.ts`). */
export interface PolicySettingsRow {
  policy_mode: PolicyMode;
  scoring_profile: ScoringProfile;
  review_threshold: number;
  block_threshold: number;
  graph_unavailable: Action;
  velocity_unavailable: Action;
  contagion_guard: boolean;
  contagion_minimum_action: Action;
}

interface PolicyRow extends PolicySettingsRow {
  version: number;
  updated_at: Date;
  updated_by: string | null;
}

/** @throws for an unknown company: every company has a policy from its first moment */
export async function findPolicy(connection: Connection, companyId: string): Promise<StoredPolicy> {
  return toStoredPolicy(await selectPolicy(connection, companyId).first<PolicyRow | undefined>());
}

/** The policy, for a change in the same transaction: another change waits until that ends. Assessments do not wait. */
export async function lockPolicy(transaction: Knex.Transaction, companyId: string): Promise<StoredPolicy> {
  return toStoredPolicy(await selectPolicy(transaction, companyId).forUpdate().first<PolicyRow | undefined>());
}

/** Replaces a policy that the caller has locked; assessments that start after the commit are decided by it. */
export async function updatePolicy(
  transaction: Knex.Transaction,
  companyId: string,
  { settings, version, updatedAt, updatedBy }: StoredPolicy,
): Promise<void> {
  await transaction('policies')
    .where({ company_id: companyId })
    .update({ ...toSettingsRow(settings), version, updated_at: updatedAt, updated_by: updatedBy });
}

export function toSettingsRow(settings: PolicySettings): PolicySettingsRow {
  return {
    policy_mode: settings.policyMode,
    scoring_profile: settings.scoringProfile,
    review_threshold: settings.thresholds.review,
    block_threshold: settings.thresholds.block,
    graph_unavailable: settings.degradedMode.graphUnavailable,
    velocity_unavailable: settings.degradedMode.velocityUnavailable,
    contagion_guard: settings.contagionGuard.enabled,
    contagion_minimum_action: settings.contagionGuard.minimumAction,
  };
}

export function toSettings(row: PolicySettingsRow): PolicySettings {
  return {
    policyMode: row.policy_mode,
    scoringProfile: row.scoring_profile,
    thresholds: { review: row.review_threshold, block: row.block_threshold },
    degradedMode: { graphUnavailable: row.graph_unavailable, velocityUnavailable: row.velocity_unavailable },
    contagionGuard: { enabled: row.contagion_guard, minimumAction: row.contagion_minimum_action },
  };
}

function selectPolicy(connection: Connection, companyId: string) {
  return connection('policies')
    .select(
      'policy_mode',
      'scoring_profile',
      'review_threshold',
      'block_threshold',
      'graph_unavailable',
      'velocity_unavailable',
      'contagion_guard',
      'contagion_minimum_action',
      'version',
      'updated_at',
      'updated_by',
    )
    .where({ company_id: companyId });
}

function toStoredPolicy(row: PolicyRow | undefined): StoredPolicy {
  if (!row) throw new Error('a company has no policy');
  return {
    settings: toSettings(row),
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}
