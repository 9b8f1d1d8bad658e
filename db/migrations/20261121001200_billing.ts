import type { Knex } from 'knex';

/** Where a customer pays for a pending subscription: asked for again, the same checkout is handed out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table subscriptions add column checkout_url text, add column checkout_expires_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table subscriptions drop column checkout_url, drop column checkout_expires_at');
}
