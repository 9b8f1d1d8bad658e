import type { Knex } from 'knex';

/** The columns of an event of the history once more as bytes (db/queries/packed-history.ts). Earlier rows stay without. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table activity add column packed bytea');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table activity drop column packed');
}
