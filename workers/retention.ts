import {
  dropMonthsBefore,
  makeMonthsAhead,
  monthStart,
  PARTITIONED_TABLES,
  type PartitionChange,
  type PartitionedTableName,
} from '../db/partitions.ts';
import { deleteSettledEmails } from '../db/queries/emails.ts';
import { deleteOldInvitations } from '../db/queries/invitations.ts';
import {
  deleteEarlierRows,
  deleteOldEventKeys,
  deleteOldFeedback,
  listCompaniesWithOldRows,
  listUncountedCompanies,
  runRetentionAlone,
} from '../db/queries/retention.ts';
import { deleteSettledThreatDeliveries } from '../db/queries/threat-leftovers.ts';
import type { Config } from '../platform/config.ts';
import type { JobContext, JobHandler } from '../platform/jobs/handler.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { forEachCompany } from './each-company.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Logs of what was sent to others are kept for this time, whatever the retention of events. */
const LOGS_KEPT_MS = 90 * DAY_MS;
/** Who was invited and did not come is personal data; who came, and by whom, is in the audit log for good. */
const INVITATIONS_KEPT_MS = 365 * DAY_MS;

const ROWS_PER_BATCH = 5_000;
const UNCOUNTED_IN_LOG = 10;

const LOGS = [
  { rows: 'e-mails', deleteBefore: deleteSettledEmails, keptMs: LOGS_KEPT_MS },
  { rows: 'threat deliveries', deleteBefore: deleteSettledThreatDeliveries, keptMs: LOGS_KEPT_MS },
  { rows: 'invitations', deleteBefore: deleteOldInvitations, keptMs: INVITATIONS_KEPT_MS },
] as const;

interface RetentionDependencies extends Pick<WorkerDependencies, 'db' | 'clock'> {
  config: Pick<Config, 'RETENTION_MONTHS'>;
}

/** One run of the job, with what it met on its way. */
interface Run extends Pick<JobContext, 'logger' | 'signal'> {
  db: WorkerDependencies['db'];
  /** Tables whose partitions could not be changed now. */
  busy: Set<string>;
}

/**
 * Makes the monthly partitions of events, assessments and activity ahead of time, and lets go of what is older than the
 * retention. Never waits for long for a table that requests use: the job fails then, and is tried again.
 */
export function createRetention({ config, clock, db }: RetentionDependencies): JobHandler {
  return {
    name: 'retention',
    handle: async (_payload, { logger, signal }) => {
      const run: Run = { db, logger, signal, busy: new Set() };
      const isDone = await runRetentionAlone(db.knex, async () => {
        const now = clock.now();
        await changeTables(run, 'made', (table) => makeMonthsAhead(db.knex, table, now));
        if (config.RETENTION_MONTHS > 0) await letGo(run, new Date(monthStart(now, -config.RETENTION_MONTHS)));
        await deleteLogs(run, now);
      });
      if (!isDone) logger.info('another worker is at it');
      if (run.busy.size > 0) throw new Error(`partitions in use, put off: ${[...run.busy].join(', ')}`);
    },
  };
}

async function changeTables(
  { logger, signal, busy }: Run,
  what: 'made' | 'dropped',
  change: (table: PartitionedTableName) => Promise<PartitionChange>,
): Promise<void> {
  for (const table of PARTITIONED_TABLES) {
    signal.throwIfAborted();
    const { names, busy: isBusy } = await change(table);
    if (names.length > 0) logger.info({ partitions: names }, `partitions ${what}`);
    if (isBusy) busy.add(table);
  }
}

/**
 * Idempotency keys go before the assessments they answer with: an event delivered again must not find a key without its
 * assessment. What was learned stays: evidence, calibrations, users and their indicators, and all sums.
 */
async function letGo(run: Run, before: Date): Promise<void> {
  const { db, logger } = run;
  const uncounted = await listUncountedCompanies(db.knex, before, UNCOUNTED_IN_LOG);
  if (uncounted.length > 0) {
    logger.warn({ companyIds: uncounted, before }, 'old rows are kept until they are counted');
    return;
  }
  await deleteOfCompanies(run, before);
  for (const table of PARTITIONED_TABLES) {
    await deleteAll(run, `${table}_earlier`, (limit) => deleteEarlierRows(db.knex, table, before, limit));
  }
  await changeTables(run, 'dropped', (table) => dropMonthsBefore(db.knex, table, before));
}

async function deleteOfCompanies(run: Run, before: Date): Promise<void> {
  const { knex } = run.db;
  await forEachCompany(
    (page) => listCompaniesWithOldRows(knex, before, page),
    async (companyId) => {
      await deleteAll(run, 'event_keys', (limit) => deleteOldEventKeys(knex, companyId, before, limit));
      await deleteAll(run, 'feedback', (limit) => deleteOldFeedback(knex, companyId, before, limit));
    },
  );
}

async function deleteLogs(run: Run, now: number): Promise<void> {
  for (const { rows, deleteBefore, keptMs } of LOGS) {
    const before = new Date(now - keptMs);
    await deleteAll(run, rows, (limit) => deleteBefore(run.db.knex, before, limit));
  }
}

/** In batches small enough not to be in anybody's way. */
async function deleteAll(
  { logger, signal }: Run,
  rows: string,
  deleteBatch: (limit: number) => Promise<number>,
): Promise<void> {
  let total = 0;
  let deleted: number;
  do {
    signal.throwIfAborted();
    deleted = await deleteBatch(ROWS_PER_BATCH);
    total += deleted;
  } while (deleted === ROWS_PER_BATCH);
  if (total > 0) logger.info({ rows, deleted: total }, 'old rows deleted');
}
