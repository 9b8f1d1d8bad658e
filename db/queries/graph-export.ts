import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ENTITY_TYPES } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import { latestEventSql } from './event-time.ts';

/** Takes the edges one by one, those of each indicator one after the other. */
export interface EdgeSink {
  /**
   * @param row bytes to read from, good for the time of the call
   * @param indicatorAt where the 16 bytes of the indicator's key start
   * @param userAt where those of the user's key start
   * @param type of the indicator, as a position in ENTITY_TYPES
   */
  addEdge(row: Buffer, indicatorAt: number, userAt: number, type: number): void;
}

/** What is known beside the edges, all of one moment. */
export interface GraphSnapshot {
  /** The moment: nothing later is in it. */
  asOf: Date;
  /** The tenant's event time at that moment: from when on what follows from it may be used. */
  eventTime: Date;
  confirmedFraud: HashKey[];
}

interface SnapshotOptions {
  /** The entity of the tenant: its latest event is the tenant's event time, but never later than now. */
  tenantKey: HashKey;
  now: Date;
}

/**
 * Streams all edges of a company into `edges`, in a transaction and on a connection of its own: edges, labels and time
 * are one snapshot, and however many edges there are, none is kept here.
 */
export async function exportGraph(
  databaseUrl: string,
  companyId: string,
  { tenantKey, now }: SnapshotOptions,
  edges: EdgeSink,
): Promise<GraphSnapshot> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  // A connection that breaks fails the query that uses it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const moment = await client.query<Pick<GraphSnapshot, 'asOf' | 'eventTime'>>(FIND_MOMENT, [
      companyId,
      tenantKey,
      now,
    ]);
    await readEdges(client, companyId, edges);
    const frauds = await client.query<{ key: HashKey }>(LIST_FRAUDS, [companyId]);
    await client.query('commit');
    return { asOf: now, eventTime: now, ...moment.rows[0], confirmedFraud: frauds.rows.map(({ key }) => key) };
  } finally {
    await client.end();
  }
}

const FIND_MOMENT = `
  select clock_timestamp() as "asOf",
    least(${latestEventSql('$1', '$2')}, $3::timestamptz) as "eventTime"`;

const LIST_FRAUDS = 'select user_key as key from risk_users where company_id = $1 and confirmed_fraud';

/** In the order of the primary key. COPY takes no parameters. A type is sent as a number, so that all rows are alike. */
function copyEdgesSql(companyId: string): string {
  return `copy (
    select indicator_key, user_key,
      (coalesce(array_position('{${ENTITY_TYPES.join()}}'::text[], indicator_type), 1) - 1)::int2
    from user_indicators where company_id = ${pg.escapeLiteral(companyId)}
    order by indicator_key, user_key
  ) to stdout (format binary)`;
}

/*
 * The binary format of COPY: a header, then for each row the number of columns (2 bytes) and for each column its length
 * (4 bytes) and its bytes, at the end -1 for the number of columns.
 */
const HEADER_BYTES = 19;
const INDICATOR_AT = 2 + 4;
const USER_AT = INDICATOR_AT + 16 + 4;
const TYPE_AT = USER_AT + 16 + 4;
const ROW_BYTES = TYPE_AT + 2;

async function readEdges(client: pg.Client, companyId: string, edges: EdgeSink): Promise<void> {
  const stream = client.query(copyTo(copyEdgesSql(companyId)));
  let rest: Buffer = Buffer.alloc(0);
  let skipped = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = skipped === 0 ? HEADER_BYTES : 0;
    skipped = HEADER_BYTES;
    for (; at + ROW_BYTES <= bytes.length; at += ROW_BYTES) {
      edges.addEdge(bytes, at + INDICATOR_AT, at + USER_AT, bytes.readInt16BE(at + TYPE_AT));
    }
    rest = bytes.subarray(at);
  }
}
