import { countUsage } from '../../../db/queries/usage.ts';
import { listAccepted } from '../load/ledger.ts';
import { checkNumber, readNumber, type Check, type Outcome } from './check.ts';

/** Usage is the number of events, whichever part of it is rolled up already. */
export async function checkUsage(outcome: Outcome): Promise<Check[]> {
  const accepted = listAccepted(outcome.ledger);
  return Promise.all(
    outcome.tenants.map(async (tenant, index) => {
      const events = accepted.filter((event) => event.tenant === tenant).length;
      return checkNumber(`usage: company ${index + 1}`, events, await countAll(outcome, tenant.companyId));
    }),
  );
}

/** Once they had the time, the roll-ups alone hold all of it. */
export async function checkRollUps({ ledger, db }: Outcome): Promise<Check[]> {
  const accepted = listAccepted(ledger).length;
  return [
    checkNumber('usage: rolled up', accepted, await readNumber(db, ROLLED_UP.usage)),
    checkNumber('analytics: rolled up', accepted, await readNumber(db, ROLLED_UP.analytics)),
    checkNumber('analytics: sums that differ', 0, await readNumber(db, ANALYTICS_DIFFERENCES)),
    checkNumber('analytics: days that differ', 0, await readNumber(db, DAY_DIFFERENCES)),
  ];
}

/** How many events and assessments the roll-ups hold. */
export const ROLLED_UP = {
  usage: 'select coalesce(sum(used), 0) from usage_rollups',
  analytics: `select coalesce(sum(count), 0) from analytics_hours where dimension = 'verdict'`,
};

const ANALYTICS_DIFFERENCES = `
  select count(*) from (
    select company_id, date_trunc('hour', created_at, 'UTC') as hour, action || ':' || risk_level as value, count(*) as assessments,
      sum(risk_score::numeric) as scores
    from assessments group by 1, 2, 3
  ) made
  full join (select * from analytics_hours where dimension = 'verdict') counted using (company_id, hour, value)
  where (made.assessments, made.scores) is distinct from (counted.count, counted.score_sum)`;

const DAY_DIFFERENCES = `
  select count(*) from (
    select company_id, dimension, date_trunc('day', hour, 'UTC') as day, value, sum(count) as count, sum(score_sum) as score_sum
    from analytics_hours group by 1, 2, 3, 4
  ) hours
  full join analytics_days days using (company_id, dimension, day, value)
  where (hours.count, hours.score_sum) is distinct from (days.count, days.score_sum)`;

/** A run at the end of a month falls into two. */
async function countAll({ db, startedAt }: Outcome, companyId: string): Promise<number> {
  const months = new Map([startedAt, new Date()].map((date) => [date.toISOString().slice(0, 7), date]));
  const counts = [...months.values()].map((date) =>
    countUsage(db.knex, companyId, date.getUTCFullYear(), date.getUTCMonth() + 1),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
