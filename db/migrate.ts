import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { createQueryBuilderLog } from './connect.ts';
import * as foundation from './migrations/20261121000100_foundation.ts';
import * as ephemeral from './migrations/20261121000200_ephemeral.ts';
import * as partitions from './migrations/20261121000300_partitions.ts';
import * as learning from './migrations/20261121000400_learning.ts';
import * as threatWebhooks from './migrations/20261121000500_threat_webhooks.ts';
import * as mailAndBilling from './migrations/20261121000600_mail_and_billing.ts';
import * as analytics from './migrations/20261121000700_analytics.ts';
import * as reviews from './migrations/20261121000800_reviews.ts';
import * as auditIndexes from './migrations/20261121000900_audit_indexes.ts';
import * as evaluationIndexes from './migrations/20261121001000_evaluation_indexes.ts';
import * as graphExplorer from './migrations/20261121001100_graph_explorer.ts';
import * as billing from './migrations/20261121001200_billing.ts';
import * as threatHealth from './migrations/20261121001300_threat_health.ts';
import * as accountTokens from './migrations/20261121001400_account_tokens.ts';
import * as scoringModels from './migrations/20261121001500_scoring_models.ts';
import * as consoleSessions from './migrations/20261121001600_console_sessions.ts';
import * as members from './migrations/20261121001700_members.ts';
import * as scorePoints from './migrations/20261121001800_score_points.ts';
import * as packedHistory from './migrations/20261121001900_packed_history.ts';
import * as reasonIndex from './migrations/20261121002000_reason_index.ts';
import { seedPlans } from './queries/plans.ts';

/** Any number: the same one in every process that may migrate this database. */
const MIGRATION_LOCK = 7_261_121;

interface MigrationLogger {
  info: (details: object, message: string) => void;
}

const MIGRATIONS: Record<string, Knex.Migration> = {
  '20261121000100_foundation': foundation,
  '20261121000200_ephemeral': ephemeral,
  '20261121000300_partitions': partitions,
  '20261121000400_learning': learning,
  '20261121000500_threat_webhooks': threatWebhooks,
  '20261121000600_mail_and_billing': mailAndBilling,
  '20261121000700_analytics': analytics,
  '20261121000800_reviews': reviews,
  '20261121000900_audit_indexes': auditIndexes,
  '20261121001000_evaluation_indexes': evaluationIndexes,
  '20261121001100_graph_explorer': graphExplorer,
  '20261121001200_billing': billing,
  '20261121001300_threat_health': threatHealth,
  '20261121001400_account_tokens': accountTokens,
  '20261121001500_scoring_models': scoringModels,
  '20261121001600_console_sessions': consoleSessions,
  '20261121001700_members': members,
  '20261121001800_score_points': scorePoints,
  '20261121001900_packed_history': packedHistory,
  '20261121002000_reason_index': reasonIndex,
};

const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(MIGRATIONS)),
  getMigrationName: (name) => name,
  getMigration: (name) => {
    const migration = MIGRATIONS[name];
    if (!migration) throw new Error(`unknown migration ${name}`);
    return Promise.resolve(migration);
  },
};

/**
 * Brings the schema and the seeded plans up to date. Many processes may call it at once: a session lock lets one work
 * and the others wait and find nothing to do. A killed migrator leaves no lock behind.
 *
 * @param migrateQueues prepares the job queue's own tables where they live in this database
 */
export async function migrateToLatest(
  databaseUrl: string,
  logger?: MigrationLogger,
  migrateQueues: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  // A server that goes away fails the statement under way as well; without a listener it would end the process.
  holder.on('error', () => {});
  await holder.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(databaseUrl, logger);
    await migrateQueues();
  } finally {
    await holder.end();
  }
}

async function runMigrations(databaseUrl: string, logger?: MigrationLogger): Promise<void> {
  const knex = knexFactory({
    client: 'pg',
    connection: databaseUrl,
    pool: { min: 1, max: 1 },
    migrations: { migrationSource },
    // What goes wrong is thrown as well.
    log: createQueryBuilderLog(() => {}),
  });
  try {
    // The query builder's own lock is a row that survives a killed process; under the session lock it is always stale.
    await knex.migrate.forceFreeMigrationsLock();
    const [, applied] = (await knex.migrate.latest()) as [number, string[]];
    if (applied.length > 0) logger?.info({ applied }, 'database migrated');
    await seedPlans(knex);
  } finally {
    await knex.destroy();
  }
}
