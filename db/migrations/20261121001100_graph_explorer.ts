import type { Knex } from 'knex';

/**
 * When each edge of the graph became known to us, beside when it happened: an event dated back adds nothing to the graph
 * of an assessment that was made before it arrived. By the index, the edges of a crowd as of any moment are counted up
 * to the limit however many came later (spec section 2.14, rules 2 and 4).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of edges from before this column it is not known; they count as known all along.
    alter table user_indicators add column recorded_at timestamptz not null default '-infinity';
    create index user_indicators_by_arrival on user_indicators (company_id, indicator_key, recorded_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index user_indicators_by_arrival;
    alter table user_indicators drop column recorded_at;
  `);
}
