import type { Connection } from '../connect.ts';

/** Review cases that are not closed: what analysts have before them. */
export async function countReviewQueue(connection: Connection, companyId: string): Promise<number> {
  const { rows } = await connection.raw<{ rows: { depth: number }[] }>(
    'select count(*) as depth from reviews where company_id = ? and closed_at is null',
    [companyId],
  );
  return rows[0]?.depth ?? 0;
}
