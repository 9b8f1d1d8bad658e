import type { Knex } from 'knex';
import { SCALED_WEIGHTS } from '../queries/evidence-decay.ts';

/** What the workers learn: labels of users, the calibration of indicators, and the graph with what is left to do in it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table risk_users add column confirmed_fraud boolean not null default false;
    create index risk_users_confirmed_fraud on risk_users (company_id, user_key) where confirmed_fraud;
    update risk_users set confirmed_fraud = true from (
      select company_id, entity_key from evidence where entity_type = 'user' group by company_id, entity_key
      having sum(fraud_weight) filter (where fraud_weight >= 1) > sum(legitimate_weight)
    ) confirmed
    where risk_users.company_id = confirmed.company_id and risk_users.user_key = confirmed.entity_key;

    -- Users whose neighbourhood changed and is not recomputed yet: appended by requests, deleted by the worker.
    create table graph_changes (
      company_id uuid not null,
      user_key uuid not null,
      id uuid not null,
      changed_at timestamptz not null,
      primary key (company_id, user_key, id)
    );
    create index graph_changes_by_age on graph_changes (changed_at);

    -- computed_at is event time, as_of the moment of the data it was computed from: the fresher one stays.
    alter table user_features add column as_of timestamptz not null default '-infinity';
    alter table user_features alter column as_of drop default;
    -- A full pass updates all rows: with room beside each, no index entry is written anew.
    alter table user_features set (fillfactor = 45);

    -- Indicators of more than 500 users. Edges are never removed, so one that is here stays one.
    create table super_connectors (
      company_id uuid not null,
      indicator_key uuid not null,
      indicator_type text not null,
      connections integer not null,
      found_at timestamptz not null,
      primary key (company_id, indicator_key)
    );

    create table graph_passes (
      company_id uuid primary key,
      as_of timestamptz not null,
      users bigint not null,
      edges bigint not null,
      super_connectors integer not null,
      duration_ms double precision not null,
      peak_bytes bigint not null
    );

    -- What is counted of each piece of evidence in the calibration of its entity.
    alter table evidence
      add column counted_fraud double precision not null default 0,
      add column counted_legitimate double precision not null default 0,
      add column counted_confirmed integer not null default 0;

    -- Sums of all outcomes of an entity. Weights are scaled to one fixed moment, so that they add up in any order.
    create table calibrations (
      company_id uuid not null,
      entity_key uuid not null,
      entity_type text not null,
      fraud_weight double precision not null,
      legitimate_weight double precision not null,
      confirmed_fraud integer not null,
      outcomes integer not null,
      updated_at timestamptz not null,
      primary key (company_id, entity_key)
    );

    update evidence set known_since = now() where known_since > now() + interval '1 day';
    update evidence set counted_fraud = ${SCALED_WEIGHTS.fraud}, counted_legitimate = ${SCALED_WEIGHTS.legitimate},
      counted_confirmed = ${SCALED_WEIGHTS.confirmed};
    insert into calibrations
    select company_id, entity_key, min(entity_type), sum(counted_fraud), sum(counted_legitimate), sum(counted_confirmed),
      count(*), now()
    from evidence group by company_id, entity_key;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table calibrations, graph_passes, super_connectors, graph_changes;
    alter table evidence drop column counted_fraud, drop column counted_legitimate, drop column counted_confirmed;
    alter table user_features drop column as_of;
    alter table user_features reset (fillfactor);
    alter table risk_users drop column confirmed_fraud;
  `);
}
