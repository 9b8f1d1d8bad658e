import type { Step } from './data.ts';
import type { DataSet } from './options.ts';

/** Takes a part of a replay, still in its order. */
export type Slice = (steps: AsyncIterable<Step>) => AsyncGenerator<Step>;

/**
 * A neighbourhood of the cards: this customer and those who share the most terminals with it, with all they did. Whole
 * customers keep their habits, and neighbours keep most of the traffic of their terminals, and so the labels there; a
 * random choice of customers would not. This customer's neighbourhood has 79 of the 461 frauds that count.
 */
const CENTRE = 'c2028';
const CUSTOMERS = 36;
/** Two of the four weeks of history that come before the first score. */
const HISTORY_FROM = Date.parse('2018-07-02T00:00:00Z');

/** The purchases of January, when rings come before any label, and a few later ones. */
const PURCHASES = 2_300;

/**
 * The short slice of a data set.
 *
 * @param read reads the whole replay
 */
export async function chooseSlice(dataSet: DataSet, read: () => AsyncIterable<Step>): Promise<Slice> {
  if (dataSet === 'ecommerce') return (steps) => takeScored(steps, PURCHASES);
  const customers = await findNeighbours(read(), CENTRE, CUSTOMERS);
  return (steps) => keepUsers(steps, customers, HISTORY_FROM);
}

/** A user and those who share the most devices with it, so many in all; ties by id. */
export async function findNeighbours(
  steps: AsyncIterable<Step>,
  centre: string,
  count: number,
): Promise<ReadonlySet<string>> {
  const devices = new Map<string, Set<unknown>>();
  for await (const step of steps) {
    if (step.op !== 'ingest') continue;
    const { userId, metadata } = step.body;
    const used = devices.get(userId) ?? new Set();
    devices.set(userId, used.add(metadata['deviceId']));
  }
  const own = devices.get(centre) ?? new Set();
  const sharedBy = (used: Set<unknown>) => [...used].filter((device) => own.has(device)).length;
  const ranked = [...devices]
    .map(([userId, used]) => ({ userId, shared: sharedBy(used) }))
    .sort((one, other) => other.shared - one.shared || one.userId.localeCompare(other.userId));
  return new Set(ranked.slice(0, count).map(({ userId }) => userId));
}

/** What some users did from a moment on, and the feedback on that. */
export async function* keepUsers(
  steps: AsyncIterable<Step>,
  users: ReadonlySet<string>,
  from: number,
): AsyncGenerator<Step> {
  const kept = new Set<string>();
  for await (const step of steps) {
    if (step.op === 'ingest' && step.at >= from && users.has(step.body.userId)) {
      kept.add(step.id);
      yield step;
    } else if (step.op === 'feedback' && kept.has(step.ref)) {
      yield step;
    }
  }
}

/** The beginning, up to so many events whose score counts. */
export async function* takeScored(steps: AsyncIterable<Step>, count: number): AsyncGenerator<Step> {
  let scored = 0;
  for await (const step of steps) {
    yield step;
    if (step.op === 'ingest' && step.score) scored += 1;
    if (scored === count) return;
  }
}
