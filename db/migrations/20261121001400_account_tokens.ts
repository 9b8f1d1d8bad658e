import type { Knex } from 'knex';

/** Links of e-mails that prove an address, requests to reset a password, and invitations (contract section 2). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(ACCOUNT_TOKENS);
  await knex.raw(PASSWORD_RESET_REQUESTS);
  await knex.raw(INVITATIONS);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index sessions_by_user');
  await knex.raw('drop table invitations, password_reset_requests, account_tokens');
}

const ACCOUNT_TOKENS = `
-- A token that was used is gone. A person has one of each purpose: the newest.
create table account_tokens (
  company_id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('verify-email', 'password-reset')),
  token_hash bytea not null,
  -- The address it was sent to: it proves nothing about another.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (company_id, user_id, purpose),
  unique (company_id, token_hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index account_tokens_by_expiry on account_tokens (expires_at);
-- A new password ends all sessions of a person.
create index sessions_by_user on sessions (company_id, user_id);
`;

const PASSWORD_RESET_REQUESTS = `
-- What was asked for, whether or not there is such a company or person: that is for a worker to find out. No foreign key.
create table password_reset_requests (
  company_id uuid not null,
  id uuid not null,
  -- Keyed hash of the address, by which requests are counted.
  email_key uuid not null,
  -- The address, encrypted; gone once the request is answered.
  sealed text,
  requested_at timestamptz not null,
  primary key (company_id, id)
);
create index password_reset_requests_by_account on password_reset_requests (company_id, email_key, requested_at);
create index password_reset_requests_by_age on password_reset_requests (requested_at);
create index password_reset_requests_waiting on password_reset_requests (requested_at) where sealed is not null;
`;

const INVITATIONS = `
create table invitations (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('admin', 'analyst')),
  token_hash bytea not null,
  invited_by uuid not null,
  invited_by_email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_user_id uuid,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, token_hash),
  check ((accepted_at is null) = (accepted_user_id is null)),
  check (accepted_at is null or revoked_at is null)
);
-- An expired one is open until another takes its place.
create unique index invitations_open on invitations (company_id, email) where accepted_at is null and revoked_at is null;
create index invitations_by_expiry on invitations (expires_at);
`;
