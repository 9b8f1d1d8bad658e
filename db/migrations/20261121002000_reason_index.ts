import type { Knex } from 'knex';

/** Evaluations by a reason: most have none at all, and are in no index for that. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index assessments_by_reason on assessments (company_id, id)
      include (reason_codes, action, risk_level, risk_score, amount_minor)
      where reason_codes <> '{}'
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index assessments_by_reason');
}
