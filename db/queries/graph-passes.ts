import type { Connection } from '../connect.ts';
import type { CompanyPage } from './company-page.ts';

/** What a full pass over the graph of a company found and took. */
export interface GraphPass {
  /** The moment of the data. */
  asOf: Date;
  users: number;
  edges: number;
  superConnectors: number;
  durationMs: number;
  /** Memory it needed at once. */
  peakBytes: number;
}

/** Remembers the latest pass of a company; one over older data that ends later changes nothing. */
export async function upsertGraphPass(connection: Connection, companyId: string, pass: GraphPass): Promise<void> {
  await connection.raw(
    `insert into graph_passes (company_id, as_of, users, edges, super_connectors, duration_ms, peak_bytes)
     values (:companyId, :asOf, :users, :edges, :superConnectors, :durationMs, :peakBytes)
     on conflict (company_id) do update set as_of = excluded.as_of, users = excluded.users, edges = excluded.edges,
       super_connectors = excluded.super_connectors, duration_ms = excluded.duration_ms, peak_bytes = excluded.peak_bytes
     where graph_passes.as_of <= excluded.as_of`,
    { companyId, ...pass },
  );
}

/** Ids are made shortly before their row is committed, and the clocks of machines differ: look back a little. */
const OVERLAP_MS = 60_000;

/** The smallest UUID version 7 of the time of the last pass, less the overlap; see uuidv7Floor. */
const LAST_LOOK = `cast(rpad(lpad(to_hex(cast(extract(epoch from p.as_of) * 1000 as bigint) - ${OVERLAP_MS}), 12, '0'), 32, '0') as uuid)`;

/**
 * Companies with an assessment or an outcome that their last pass has not seen, found by an index probe or two each.
 *
 * @param after the `next` of the page before
 * @param limit companies looked at, of which those without are left out
 */
export async function listCompaniesToPass(
  connection: Connection,
  { after = '00000000-0000-0000-0000-000000000000', limit }: { after?: string; limit: number },
): Promise<CompanyPage> {
  const { rows } = await connection.raw<{ rows: { id: string; due: boolean }[] }>(
    `select c.id, coalesce(greatest(
         (select id from assessments where company_id = c.id order by id desc limit 1),
         (select id from feedback where company_id = c.id order by id desc limit 1)
       ) > coalesce(${LAST_LOOK}, '00000000-0000-0000-0000-000000000000'), false) as due
     from (select id from companies where id > :after order by id limit :limit) c
     left join graph_passes p on p.company_id = c.id
     order by c.id`,
    { after, limit },
  );
  const companyIds = rows.filter(({ due }) => due).map(({ id }) => id);
  return { companyIds, ...(rows.length === limit && { next: rows.at(-1)?.id }) };
}

/** Whether a company's graph has more than so many edges, without counting those beyond. */
export async function hasMoreEdges(connection: Connection, companyId: string, edges: number): Promise<boolean> {
  const { rows } = await connection.raw<{ rows: { more: boolean }[] }>(
    `select count(*) > :edges as more
     from (select 1 from user_indicators where company_id = :companyId limit :edges + 1) counted`,
    { companyId, edges },
  );
  return rows[0]?.more ?? false;
}
