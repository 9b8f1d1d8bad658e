import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ENTITY_TYPES } from '../../engine/vocabulary.ts';
import { createRandom } from '../../engine/graph/random.ts';
import type { Population } from './population.ts';

/** When everybody was first seen; nothing here depends on it. */
const FIRST_SEEN = '2026-11-01T00:00:00Z';
const LINES_PER_CHUNK = 5_000;

/** Stores a population as the users and the graph of a company, past the API. */
export async function fillGraph(client: pg.Client, companyId: string, population: Population): Promise<void> {
  const { users, indicatorTypes, edgeUsers, edgeIndicators } = population;
  const userKeys = drawKeys(users, 1);
  const indicatorKeys = drawKeys(indicatorTypes.length, 2);
  const frauds = new Set(population.frauds);
  await client.query('set synchronous_commit = off');
  await copy(client, 'risk_users (company_id, user_key, user_id, first_seen_at, confirmed_fraud)', users, (user) =>
    [companyId, userKeys[user], `user-${user}`, FIRST_SEEN, frauds.has(user)].join('\t'),
  );
  const columns = 'user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at)';
  await copy(client, columns, edgeUsers.length, (edge) => {
    const indicator = edgeIndicators[edge]!;
    const type = ENTITY_TYPES[indicatorTypes[indicator]!];
    return [companyId, indicatorKeys[indicator], userKeys[edgeUsers[edge]!], type, FIRST_SEEN].join('\t');
  });
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
}

async function copy(client: pg.Client, columns: string, rows: number, lineOf: (row: number) => string): Promise<void> {
  const chunks = function* () {
    for (let first = 0; first < rows; first += LINES_PER_CHUNK) {
      const count = Math.min(LINES_PER_CHUNK, rows - first);
      yield Array.from({ length: count }, (_, index) => `${lineOf(first + index)}\n`).join('');
    }
  };
  await pipeline(Readable.from(chunks()), client.query(copyFrom(`copy ${columns} from stdin`)));
}

/** Keys as spread as hashes are. */
function drawKeys(count: number, seed: number): string[] {
  const random = createRandom(seed);
  const word = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return Array.from({ length: count }, () => word() + word() + word() + word());
}
