import type { Knex } from 'knex';

/** What lists of deliveries and the health of a subscription are read from, without looking at every delivery. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(INDEXES);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index threat_deliveries_attempted, threat_deliveries_by_status, threat_subscriptions_newest');
}

const INDEXES = `
create index threat_deliveries_attempted on threat_deliveries (company_id, subscription_id, last_attempt_at desc)
  where last_attempt_at is not null;
-- Events have time-ordered ids, so this is newest first; without a status, the unique key of the event does it.
create index threat_deliveries_by_status on threat_deliveries (company_id, subscription_id, status, event_id desc);
create index threat_subscriptions_newest on threat_subscriptions (company_id, created_at desc, id desc);
`;
