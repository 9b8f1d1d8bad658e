import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/random.ts';
import { waitUntilReady, type System } from './system/start-system.ts';

/** One kind of fault; it ends when the servers are back, while killed processes come back by themselves. */
interface Fault {
  kind: string;
  make(system: System, random: Random): Promise<void> | void;
}

/** A shuffled deck is dealt over and over, so that every kind comes, in an order nobody chose. */
const DECK: readonly Fault[] = [
  { kind: 'worker killed', make: killWorker },
  { kind: 'worker killed', make: killWorker },
  { kind: 'API killed', make: killApi },
  { kind: 'PostgreSQL crashed', make: ({ postgres }, random) => postgres.crash(random.integer(0, 1_500)) },
  { kind: 'Redis emptied', make: ({ redis }) => redis?.flush() },
  { kind: 'Redis crashed', make: ({ redis }, random) => redis?.crash(random.integer(100, 2_500)) },
];
const GAP_MS = { least: 700, most: 2_800 };
const BACK_BEFORE_NEXT = 0.7;
/** Less than a worker takes to start. */
const SIGNALS_PILE_UP_MS = 1_000;

function killWorker({ workers }: System, random: Random): void {
  random.pick(workers).kill();
}

/** Mostly the next fault waits until it is back: where starts take long, nothing else would be tested. */
async function killApi({ api }: System, random: Random): Promise<void> {
  api.kill();
  if (random.chance(BACK_BEFORE_NEXT)) await waitUntilReady([api]);
}

interface FaultRun {
  random: Random;
  /** How long to go on. */
  seconds: number;
  onFault: (kind: string) => void;
  signal: AbortSignal;
}

/**
 * Makes faults one after the other. The last ones lose every signal that was sent while no worker was there: only the
 * rows know of that work. Returns how often each kind was made.
 *
 * @throws when the signal ends it
 */
export async function makeFaults(
  system: System,
  { random, seconds, onFault, signal }: FaultRun,
): Promise<Map<string, number>> {
  const deck = DECK.filter(({ kind }) => system.redis || !kind.startsWith('Redis'));
  const made = new Map(deck.map(({ kind }) => [kind, 0]));
  const endsAt = Date.now() + seconds * 1_000;
  let dealt: Fault[] = [];
  const make = async (fault: Fault) => {
    onFault(fault.kind);
    await fault.make(system, random);
    made.set(fault.kind, (made.get(fault.kind) ?? 0) + 1);
  };
  for (;;) {
    const gapMs = random.integer(GAP_MS.least, GAP_MS.most);
    if (Date.now() + gapMs >= endsAt) break;
    await sleep(gapMs, undefined, { signal });
    if (dealt.length === 0) dealt = shuffle(deck, random);
    const fault = dealt.pop();
    if (fault) await make(fault);
  }
  for (const worker of system.workers) await make({ kind: 'worker killed', make: () => worker.kill() });
  await sleep(SIGNALS_PILE_UP_MS, undefined, { signal });
  if (system.redis) await make({ kind: 'Redis emptied', make: () => system.redis?.flush() });
  return made;
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, rank: random.next() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
