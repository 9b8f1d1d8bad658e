import { listFrauds, userOf } from '../load/ledger.ts';
import { checkNumber, checkSame, readNumber, type Check, type Outcome } from './check.ts';

/** Every outcome is applied and counted once, and the users are labelled as it says. */
export async function checkLabels({ ledger, db }: Outcome): Promise<Check[]> {
  const frauds = listFrauds(ledger);
  const { rows } = await db.pool.query<{ user: string }>(
    `select company_id || ' ' || user_id as user from risk_users where confirmed_fraud`,
  );
  const expected = new Set(frauds.map(userOf));
  const found = new Set(rows.map(({ user }) => user));
  return [
    checkNumber(
      'labels: not applied',
      0,
      await readNumber(db, 'select count(*) from feedback where applied_at is null'),
    ),
    checkNumber('labels: counted', ledger.labels.size, await readNumber(db, sumOfUsers('outcomes'))),
    checkNumber('labels: counted as fraud', frauds.length, await readNumber(db, sumOfUsers('confirmed_fraud'))),
    checkNumber('labels: users confirmed as fraud', expected.size, found.size),
    checkSame('labels: users with the wrong label', expected, found),
  ];
}

/** Each label counts once for its user. */
function sumOfUsers(column: string): string {
  return `select coalesce(sum(${column}), 0) from calibrations where entity_type = 'user'`;
}
