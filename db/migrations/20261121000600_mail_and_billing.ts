import type { Knex } from 'knex';

/** E-mails that wait to be sent, notifications of billing providers, and what both need to be found again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(EMAILS);
  await knex.raw(BILLING_EVENTS);
  await knex.raw(SUBSCRIPTIONS);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index subscriptions_by_provider, subscriptions_running');
  await knex.raw('drop table billing_events, emails');
}

const EMAILS = `
-- What a template is filled with holds single-use tokens: it is encrypted, and gone once the e-mail is sent or given up.
create table emails (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  template text not null,
  recipient text not null,
  sealed text,
  status text not null check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  -- Not before this moment: the wait after a failure, or the time the worker that took it has.
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (company_id, id),
  check ((status = 'pending') = (sealed is not null))
);
create index emails_to_send on emails (next_attempt_at) where status = 'pending';
create index emails_settled on emails (created_at) where status <> 'pending';
`;

const BILLING_EVENTS = `
-- Notifications as received. Whose they are is known only once they are matched with a subscription.
create table billing_events (
  provider text not null,
  provider_event_id text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  -- Read from the payload by the worker.
  type text,
  provider_subscription_id text,
  occurred_at timestamptz,
  -- Null while it waits to be applied; the result says what became of it.
  settled_at timestamptz,
  result text check (result in ('applied', 'ignored', 'given_up')),
  reason text,
  next_attempt_at timestamptz not null,
  primary key (provider, provider_event_id),
  check ((settled_at is null) = (result is null))
);
create index billing_events_by_subscription
  on billing_events (provider, provider_subscription_id, occurred_at, provider_event_id);
create index billing_events_to_apply on billing_events (next_attempt_at) where settled_at is null;
`;

const SUBSCRIPTIONS = `
-- Not led by the company: a notification names the provider's subscription only. No two companies share one.
create unique index subscriptions_by_provider on subscriptions (provider, provider_subscription_id)
  where provider_subscription_id is not null;
create index subscriptions_running on subscriptions (ends_at) where status = 'active';
`;
