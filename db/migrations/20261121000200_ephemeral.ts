import type { Knex } from 'knex';

/**
 * What ingestion remembers for minutes only. Unlogged tables cost no write-ahead log and are empty after a crash of the
 * server: a replayed request is then still caught by its idempotency key, and a rate window starts anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table ingest_nonces (
      company_id uuid not null,
      nonce_hash uuid not null,
      expires_at timestamptz not null,
      primary key (company_id, nonce_hash)
    );
    create index ingest_nonces_by_expiry on ingest_nonces (expires_at);

    create unlogged table rate_limit_windows (
      key text not null,
      window_start timestamptz not null,
      used bigint not null,
      ends_at timestamptz not null,
      primary key (key, window_start)
    );
    create index rate_limit_windows_by_end on rate_limit_windows (ends_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rate_limit_windows, ingest_nonces');
}
