import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../demo/random.ts';
import type { Tenant } from '../../demo/tenant.ts';
import { createClient, type Traffic } from './client.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { runRings } from './rings.ts';
import { runShoppers } from './shoppers.ts';

export interface RunningLoad {
  ledger: Ledger;
  traffic: Traffic;
  /** Sends nothing new; resolves when everything under way is accepted, or given up. */
  finish(): Promise<void>;
  /** Drops everything at once. */
  abandon(): void;
}

const LANES = 8;
/** For what is still retried when the faults are over. */
const FINISH_TIMEOUT_MS = 30_000;
/** Keeps the seeds of lanes apart from each other and from that of the faults. */
const SEED_STEP = 7_919;

/** Starts to send: so many users at once, and beside them the rings. */
export function startLoad(baseUrl: string, tenants: readonly Tenant[], seed: number): RunningLoad {
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const load = { client: createClient(baseUrl, givingUp.signal), ledger: createLedger() };
  const lanes = Array.from({ length: LANES + 1 }, (_, lane) => {
    const options = { tenants, random: createRandom(seed + SEED_STEP * (lane + 1)), stop: stopping.signal };
    return lane < LANES ? runShoppers(load, options) : runRings(load, options);
  });
  const abandon = () => {
    stopping.abort();
    givingUp.abort();
  };
  return {
    ledger: load.ledger,
    traffic: load.client.traffic,
    finish: async () => {
      stopping.abort();
      const over = new AbortController();
      void sleep(FINISH_TIMEOUT_MS, undefined, { signal: over.signal }).then(abandon, () => {});
      await Promise.all(lanes);
      over.abort();
    },
    abandon,
  };
}
