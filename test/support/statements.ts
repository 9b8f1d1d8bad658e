import pg from 'pg';

/** Counts what this process sends to PostgreSQL while `work` runs: each is a round trip. Run such a test serially. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...values: unknown[]) => unknown } };
  const { query } = prototype;
  let count = 0;
  prototype.query = function counting(this: pg.Client, ...values: unknown[]) {
    count += 1;
    return query.apply(this, values);
  };
  try {
    await work();
    return count;
  } finally {
    prototype.query = query;
  }
}
