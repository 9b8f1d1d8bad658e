import type { Knex } from 'knex';

/** Sessions of the console: proved by a cookie in place of a refresh token, with an end that use does not move. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sessions
      alter column refresh_token_id drop not null,
      -- SHA-256 of the secret in the cookie.
      add column cookie_hash bytea,
      add column ends_at timestamptz,
      add constraint sessions_proof check (
        num_nonnulls(refresh_token_id, cookie_hash) = 1 and (cookie_hash is null) = (ends_at is null));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from sessions where refresh_token_id is null;
    alter table sessions drop column cookie_hash, drop column ends_at, alter column refresh_token_id set not null;
  `);
}
