import type { Service, Tenant } from '../support/service.ts';

interface Crowd {
  ip: string;
  users: number;
  /** The users come one by one over this time: milliseconds since the Unix epoch. */
  from: number;
  to: number;
}

/** Stores the users of an address and one payment of each, as thousands of events would have. */
export async function joinCrowd(
  service: Service,
  { companyId }: Tenant,
  { ip, users, from, to }: Crowd,
): Promise<void> {
  const key = service.dependencies.hasher.hash('ip', ip);
  const values = [companyId, key, users, new Date(from), new Date(to)];
  const { pool } = service.database.db;
  const moment = `$4::timestamptz + n * (($5::timestamptz - $4::timestamptz) / $3)`;
  await pool.query(
    `insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at)
     select $1::uuid, $2::uuid, md5(n::text)::uuid, 'ip', ${moment} from generate_series(1, $3::int) n`,
    values,
  );
  await pool.query(
    `insert into activity (company_id, entity_key, occurred_at, assessment_id, kind, amount_minor, currency, user_fp,
       device_fp, payment_fp, transaction_fp)
     select $1::uuid, $2::uuid, ${moment}, md5('assessment' || n)::uuid, 'payment_succeeded', 5000, 'USD', n, n, n, n
     from generate_series(1, $3::int) n`,
    values,
  );
}
