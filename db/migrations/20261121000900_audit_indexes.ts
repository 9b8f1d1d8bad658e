import type { Knex } from 'knex';

/** The list of audit entries by what was done and by whom; by time alone the primary key serves. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index audit_logs_by_action on audit_logs (company_id, action, id desc);
    create index audit_logs_by_actor on audit_logs (company_id, actor_id, id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_logs_by_actor, audit_logs_by_action');
}
