import type { Service, Tenant } from './service.ts';

/**
 * Makes the database refuse all new rows of a table for one company, as a full disk would: what shares their transaction
 * must not stay.
 */
export async function refuseRows(
  service: Service,
  table: string,
  { companyId }: Pick<Tenant, 'companyId'>,
): Promise<{ restore(): Promise<void> }> {
  const { knex } = service.database.db;
  const constraint = `refused_${companyId.replaceAll('-', '')}`;
  await knex.raw(`alter table ${table} add constraint ${constraint} check (company_id <> '${companyId}') not valid`);
  return {
    restore: async () => {
      await knex.raw(`alter table ${table} drop constraint ${constraint}`);
    },
  };
}
