/**
 * SQL of the latest event time of a company, or null: its clock, which replays of the past do not outrun (design, section
 * 2.7).
 *
 * @param tenantKey the entity of the tenant; both are SQL of a parameter, such as `$1`
 */
export function latestEventSql(companyId: string, tenantKey: string): string {
  return `(select occurred_at from activity where company_id = ${companyId} and entity_key = ${tenantKey}
    order by occurred_at desc limit 1)`;
}
