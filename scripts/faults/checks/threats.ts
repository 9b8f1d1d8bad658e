import { createKeyedHasher } from '../../../platform/hashing.ts';
import { indicatorsOf, listFrauds, type Ledger } from '../load/ledger.ts';
import { checkNumber, checkSame, readNumber, type Check, type Outcome } from './check.ts';

/** Confirmed in two companies, or in three transactions of one (contract section 5). */
const COMPANIES_FOR_GLOBAL = 2;
const TRANSACTIONS_FOR_GLOBAL = 3;

/** The global threats are those that the labels make, and each was announced once. */
export async function checkThreats({ ledger, db, system }: Outcome): Promise<Check[]> {
  const hasher = createKeyedHasher(system.config.INDICATOR_HASH_KEY);
  const expected = new Set(listThreats(ledger).map(({ type, value }) => `${type} ${hasher.hash(type, value)}`));
  const { rows } = await db.pool.query<{ threat: string }>(
    `select indicator_type || ' ' || indicator_key as threat from global_threats`,
  );
  const found = new Set(rows.map(({ threat }) => threat));
  return [
    checkNumber('threats: global', expected.size, found.size),
    checkSame('threats: wrongly global or not', expected, found),
    checkNumber('threats: not announced once', 0, await readNumber(db, NOT_ANNOUNCED_ONCE)),
  ];
}

type Indicator = ReturnType<typeof indicatorsOf>[number];

function listThreats(ledger: Ledger): Indicator[] {
  const reports = new Map<string, { indicator: Indicator; transactions: Map<string, Set<string>> }>();
  for (const event of listFrauds(ledger)) {
    for (const indicator of indicatorsOf(event)) {
      const name = `${indicator.type} ${indicator.value}`;
      const report = reports.get(name) ?? { indicator, transactions: new Map<string, Set<string>>() };
      const { companyId } = event.tenant;
      report.transactions.set(companyId, (report.transactions.get(companyId) ?? new Set()).add(event.orderId));
      reports.set(name, report);
    }
  }
  const isGlobal = (transactions: Map<string, Set<string>>) =>
    transactions.size >= COMPANIES_FOR_GLOBAL ||
    [...transactions.values()].some(({ size }) => size >= TRANSACTIONS_FOR_GLOBAL);
  return [...reports.values()].filter(({ transactions }) => isGlobal(transactions)).map(({ indicator }) => indicator);
}

/** None of ours comes, goes and comes again. */
const NOT_ANNOUNCED_ONCE = `
  select count(*) from global_threats g
  full join (select indicator_key, count(*) as events from threat_events group by 1) e
    on e.indicator_key = g.indicator_key
  where coalesce(e.events, 0) > 1 or (g.indicator_key is not null and e.events is null)`;
