import type { PolicySettings } from '../../engine/policy.ts';
import type { PlanFeature, Role } from '../../engine/vocabulary.ts';
import type { HotConnection } from '../connect.ts';
import { toSettings, type PolicySettingsRow } from './policies.ts';
import { countUsageSql } from './usage.ts';

/** What a tenant pays for at this moment. */
export interface ActiveSubscription {
  planCode: string;
  features: PlanFeature[];
  monthlyEventLimit: number | null;
  ingestRatePerMinute: number;
}

/** The state of a tenant that requests are judged by. */
export interface TenantState {
  /** Null without an active subscription. */
  subscription: ActiveSubscription | null;
  policy: PolicySettings;
  /** Its current model; null until one was trained. */
  model: ModelReference | null;
}

/** Which model of a company is current, and whether it has proved better than the default profile. */
export interface ModelReference {
  version: number;
  isUsed: boolean;
}

export interface SessionAccess extends TenantState {
  userId: string;
  email: string;
  role: Role;
}

export interface IngestAccess extends TenantState {
  /** The signing secret, encrypted; null when none was generated yet. */
  secretCiphertext: string | null;
  /** New events of this UTC month; null when not asked for, or when the plan has no limit. */
  used: number | null;
}

const TENANT_COLUMNS = `
  plans.code as plan_code, plans.features, plans.monthly_event_limit, plans.ingest_rate_per_minute,
  policies.policy_mode, policies.scoring_profile, policies.review_threshold, policies.block_threshold, policies.graph_unavailable,
  policies.velocity_unavailable, policies.contagion_guard, policies.contagion_minimum_action,
  scoring_states.version as model_version, scoring_states.is_used as model_is_used`;

/** Expects the company in \`tenant.company_id\` and the moment in $2. */
const TENANT_JOINS = `
  join policies on policies.company_id = tenant.company_id
  left join scoring_states on scoring_states.company_id = tenant.company_id
  left join lateral (
    select plan_id from subscriptions
    where company_id = tenant.company_id and status = 'active' and starts_at <= $2 and (ends_at is null or ends_at > $2)
    order by starts_at desc, id desc limit 1
  ) subscription on true
  left join plans on plans.id = subscription.plan_id`;

const SESSION_ACCESS = `
select users.id as user_id, users.email, users.role, ${TENANT_COLUMNS}
from sessions tenant
join users on users.company_id = tenant.company_id and users.id = tenant.user_id
${TENANT_JOINS}
where tenant.company_id = $1 and tenant.id = $3 and tenant.revoked_at is null and tenant.expires_at > $2`;

/** Who holds a session that is neither revoked nor expired, and the state of the tenant, in one statement. */
export async function findSessionAccess(
  connection: HotConnection,
  companyId: string,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<SessionAccess | undefined> {
  const { rows } = await connection.query<TenantRow & { user_id: string; email: string; role: Role }>({
    name: 'session-access',
    text: SESSION_ACCESS,
    values: [companyId, now, sessionId],
  });
  const row = rows[0];
  return row && { userId: row.user_id, email: row.email, role: row.role, ...toTenantState(row) };
}

/** The first moment of the UTC month of $2, or of the next one. */
const monthStart = (next = '') => `(date_trunc('month', $2::timestamptz at time zone 'UTC')${next}) at time zone 'UTC'`;
const USED_THIS_MONTH = countUsageSql({
  companyId: '$1',
  monthStart: monthStart(),
  monthEnd: monthStart(" + interval '1 month'"),
});

const INGEST_ACCESS = `
select signing_secrets.ciphertext, ${TENANT_COLUMNS},
  case when $3::boolean and plans.monthly_event_limit is not null then ${USED_THIS_MONTH} end as used
from (select $1::uuid as company_id) tenant
${TENANT_JOINS}
left join signing_secrets on signing_secrets.company_id = tenant.company_id`;

/**
 * What ingestion must know of a company, in one statement.
 *
 * @param withUsage also counts the month's events: roll-up and tail
 * @returns undefined for an unknown company
 */
export async function findIngestAccess(
  connection: HotConnection,
  companyId: string,
  { now, withUsage }: { now: Date; withUsage: boolean },
): Promise<IngestAccess | undefined> {
  const { rows } = await connection.query<TenantRow & { ciphertext: string | null; used: number | null }>({
    name: 'ingest-access',
    text: INGEST_ACCESS,
    values: [companyId, now, withUsage],
  });
  const row = rows[0];
  return row && { secretCiphertext: row.ciphertext, used: row.used, ...toTenantState(row) };
}

interface TenantRow extends PolicySettingsRow {
  plan_code: string | null;
  features: PlanFeature[];
  monthly_event_limit: number | null;
  ingest_rate_per_minute: number;
  model_version: number | null;
  model_is_used: boolean;
}

function toTenantState(row: TenantRow): TenantState {
  return {
    subscription:
      row.plan_code === null
        ? null
        : {
            planCode: row.plan_code,
            features: row.features,
            monthlyEventLimit: row.monthly_event_limit,
            ingestRatePerMinute: row.ingest_rate_per_minute,
          },
    policy: toSettings(row),
    model: row.model_version === null ? null : { version: row.model_version, isUsed: row.model_is_used },
  };
}
