import { cardTesting } from './card-testing.ts';
import { families, ordinaryCustomers, sharedNetworks } from './honest.ts';
import { chooseLiveCases, type LiveCase } from './live-cases.ts';
import { fraudRing } from './ring.ts';
import type { Step } from './steps.ts';
import { accountTakeovers } from './takeover.ts';
import { DAY } from './time.ts';
import { createWorld } from './world.ts';

export const SEED = 20_260_401;
const WEEKS = 5;

export interface Demo {
  /** Everything that happened, in time order. */
  steps: Step[];
  /** What happens now. */
  liveCases: LiveCase[];
}

/**
 * Invents five weeks of a shop. Pure: the same input gives the same demo, and another run differs in ids only.
 *
 * @param run eight hexadecimal digits that tell the traits of this run from those of others
 * @param now end of the story in milliseconds since the Unix epoch
 */
export function generateDemo({ seed = SEED, run, now }: { seed?: number; run: string; now: number }): Demo {
  const start = now - WEEKS * 7 * DAY;
  const world = createWorld({ seed, run, start, now });
  const carrierIp = world.identities.ip();
  const ordinary = ordinaryCustomers(world);
  const networks = sharedNetworks(world, carrierIp);
  const households = families(world);
  const ring = fraudRing(world, carrierIp);
  const takeovers = accountTakeovers(world);
  const steps = [
    ...ordinary.steps,
    ...networks.steps,
    ...households.steps,
    ...ring.steps,
    ...takeovers.steps,
    ...cardTesting(world),
  ].sort((one, other) => one.at - other.at);
  const liveCases = chooseLiveCases(world, { ordinary, networks, households, ring, takeovers, carrierIp });
  return { steps, liveCases };
}
