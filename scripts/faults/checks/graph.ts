import { indicatorsOf, listAccepted, listFrauds, userOf, type Ledger } from '../load/ledger.ts';
import { checkNone, checkNumber, readNumber, type Check, type Outcome } from './check.ts';

/** The graph has the users and edges that were sent, and the features of all of them are those of the graph as it is. */
export async function checkGraph({ ledger, db }: Outcome): Promise<Check[]> {
  const links = linkUsers(ledger);
  const edges = [...links.values()].reduce((sum, indicators) => sum + indicators.size, 0);
  const { rows } = await db.pool.query<{ user: string; distance: number | null }>(`
    select u.company_id || ' ' || u.user_id as user, f.fraud_distance as distance
    from user_features f join risk_users u on u.company_id = f.company_id and u.user_key = f.user_key`);
  const expected = measureDistances(links, new Set(listFrauds(ledger).map(userOf)));
  const wrong = rows.filter(({ user, distance }) => near(expected.get(user)) !== near(distance));
  return [
    checkNumber('graph: users', links.size, await readNumber(db, 'select count(*) from risk_users')),
    checkNumber('graph: edges', edges, await readNumber(db, 'select count(*) from user_indicators')),
    checkNumber('graph: marks left', 0, await readNumber(db, 'select count(*) from graph_changes')),
    checkNumber('graph: users with features', links.size, rows.length),
    checkNone(
      'graph: wrong distances to fraud',
      wrong.map(({ user, distance }) => `${user}: ${distance}, is ${expected.get(user) ?? null}`),
    ),
  ];
}

/** Around a change so many hops are looked at; what is further is made exact by the pass of the night. */
const HOPS_LOOKED_AT = 5;

function near(distance: number | null | undefined): number {
  return Math.min(distance ?? Infinity, HOPS_LOOKED_AT + 1);
}

/** The indicators of each user; companies know nothing of each other. */
function linkUsers(ledger: Ledger): Map<string, Set<string>> {
  const links = new Map<string, Set<string>>();
  for (const event of listAccepted(ledger)) {
    const known = links.get(userOf(event)) ?? new Set();
    for (const { type, value } of indicatorsOf(event)) known.add(`${event.tenant.companyId} ${type} ${value}`);
    links.set(userOf(event), known);
  }
  return links;
}

/** Steps from user to user over shared indicators to the nearest confirmed fraud, of all who can reach one. */
function measureDistances(links: Map<string, Set<string>>, frauds: ReadonlySet<string>): Map<string, number> {
  const usersOf = new Map<string, string[]>();
  for (const [user, indicators] of links) {
    for (const indicator of indicators) usersOf.set(indicator, [...(usersOf.get(indicator) ?? []), user]);
  }
  const distances = new Map([...frauds].map((user) => [user, 0]));
  for (const [user, distance] of distances) {
    // What is added while the map is walked through comes later in the same walk.
    for (const peer of [...(links.get(user) ?? [])].flatMap((indicator) => usersOf.get(indicator) ?? [])) {
      if (!distances.has(peer)) distances.set(peer, distance + 1);
    }
  }
  return distances;
}
