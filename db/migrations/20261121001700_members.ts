import type { Knex } from 'knex';

/** The newest session of a person, which tells when they were last seen, is one look into the index. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index sessions_by_user_and_start on sessions (company_id, user_id, created_at);
    drop index sessions_by_user;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index sessions_by_user on sessions (company_id, user_id);
    drop index sessions_by_user_and_start;
  `);
}
