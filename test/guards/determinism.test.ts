import test from 'ava';
import { cardTesting } from '../../scripts/demo/card-testing.ts';
import { fraudRing } from '../../scripts/demo/ring.ts';
import type { Step } from '../../scripts/demo/steps.ts';
import { accountTakeovers } from '../../scripts/demo/takeover.ts';
import { DAY } from '../../scripts/demo/time.ts';
import { registerTenant, startService, type Service } from '../support/service.ts';
import { createStory, inTimeOrder, person, quietLife, tell, verdictsOf } from './support.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

/** Customers, a ring with its outcomes, takeovers and card testing. */
function eventfulWeeks(): Step[] {
  const world = createStory(5);
  const customers = Array.from({ length: 4 }, (_, index) => person(world, `customer-${index}`));
  const from = world.start + 10 * DAY;
  const steps = inTimeOrder([
    ...customers.flatMap((customer) => quietLife(world, customer, { from, to: from + 25 * DAY, days: 6 })),
    ...fraudRing(world, world.identities.ip()).steps,
    ...accountTakeovers(world).steps,
    ...cardTesting(world),
  ]);
  // Of several events at one moment, which is the hundredth latest that is still read is up to the database.
  for (const [index, step] of steps.entries()) step.at += index;
  return steps;
}

test('one history gives the same scores, actions and reasons: in two tenants at once, and told again later', async (t) => {
  const stories = Array.from({ length: 3 }, eventfulWeeks);
  const [one = [], other = [], later = []] = stories;
  const tellNew = async (steps: readonly Step[]) =>
    verdictsOf(await tell(service, await registerTenant(service), steps));
  const [first, second] = await Promise.all([tellNew(one), tellNew(other)]);
  t.true(first.length > 150);
  t.true(new Set(first.map(([, , action]) => action)).size > 1, 'the story leaves nobody indifferent');
  t.deepEqual(second, first);
  t.deepEqual(await tellNew(later), first);
});
