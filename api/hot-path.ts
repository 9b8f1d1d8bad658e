import { findIngestAccess, findSessionAccess, type IngestAccess, type SessionAccess } from '../db/queries/access.ts';
import type { Database, HotConnection } from '../db/connect.ts';
import { isRolledBack } from '../db/errors.ts';
import {
  insertAssessments,
  insertEventsWithAssessments,
  type AssessmentToRecord,
  type EventToRecord,
  type Recorded,
} from '../db/queries/record-assessment.ts';
import { loadSignals, type LoadedSignals, type SignalRequest } from '../db/queries/signals.ts';
import { createBatcher } from '../platform/batcher.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';

/**
 * The statements of assess and ingest. Requests of one company that come at the same time share them: to start one of these
 * statements, to go to the database and back and to commit costs more than what is done for one request.
 */
export interface HotPath {
  /** Who holds a session that is neither revoked nor expired, and the state of the tenant. */
  findSession(companyId: string, sessionId: string): Promise<SessionAccess | undefined>;
  /** What ingestion must know of a company. */
  findTenant(companyId: string, withUsage: boolean): Promise<IngestAccess | undefined>;
  /** All signals of a request. @throws when they fail or are late */
  loadSignals(companyId: string, request: SignalRequest): Promise<LoadedSignals>;
  /** Resolves once the assessment is committed. */
  recordAssessment(companyId: string, record: AssessmentToRecord): Promise<Recorded>;
  recordEvent(companyId: string, record: EventToRecord): Promise<Recorded>;
}

/** Two statements at a time keep the database busy while the answer of the other is read. */
const CONCURRENCY = 2;
/** More would keep the first of a batch waiting for the last. */
const READS = { size: 8, concurrency: CONCURRENCY } as const;
const WRITES = { size: 16, concurrency: CONCURRENCY } as const;

export function createHotPath({
  db,
  clock,
  config,
}: {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'SIGNAL_TIMEOUT_MS'>;
}): HotPath {
  const sessions = createShared((companyId: string, sessionId: string) =>
    findSessionAccess(db.pool, companyId, { sessionId, now: new Date(clock.now()) }),
  );
  const tenants = createShared((companyId: string, withUsage: boolean) =>
    findIngestAccess(db.pool, companyId, { now: new Date(clock.now()), withUsage }),
  );
  const signals = createBatcher({
    perform: (companyId, requests: readonly SignalRequest[]) => loadSignals(db.signals, companyId, requests, 'all'),
    ...READS,
    patienceMs: config.SIGNAL_TIMEOUT_MS,
  });
  const assessments = createBatcher({ perform: withFallback(db.pool, insertAssessments), ...WRITES });
  const events = createBatcher({ perform: withFallback(db.pool, insertEventsWithAssessments), ...WRITES });
  return {
    findSession: sessions,
    findTenant: tenants,
    loadSignals: (companyId, request) => signals.run(companyId, request),
    recordAssessment: (companyId, record) => assessments.run(companyId, record),
    recordEvent: (companyId, record) => events.run(companyId, record),
  };
}

/** One answer for all who ask the same before the question is sent. */
function createShared<Detail extends string | boolean, Answer>(
  ask: (companyId: string, detail: Detail) => Promise<Answer>,
): (companyId: string, detail: Detail) => Promise<Answer> {
  const batcher = createBatcher({
    perform: async (_key: string, items: readonly { companyId: string; detail: Detail }[]) => {
      const [{ companyId, detail }] = items as [(typeof items)[number]];
      const answer = await ask(companyId, detail);
      return items.map(() => answer);
    },
    size: Infinity,
    concurrency: CONCURRENCY,
  });
  return (companyId, detail) => batcher.run(`${companyId}:${detail}`, { companyId, detail });
}

/** One record that cannot be stored, or must wait for another process, does not take the others with it. */
function withFallback<Item>(
  connection: HotConnection,
  insert: (connection: HotConnection, companyId: string, items: readonly Item[]) => Promise<readonly Recorded[]>,
): (companyId: string, items: readonly Item[]) => Promise<readonly (Recorded | Promise<Recorded>)[]> {
  return async (companyId, items) => {
    try {
      return await insert(connection, companyId, items);
    } catch (error) {
      if (items.length === 1 || !isRolledBack(error)) throw error;
      return items.map(async (item) => (await insert(connection, companyId, [item]))[0]!);
    }
  };
}
