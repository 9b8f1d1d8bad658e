import test from 'ava';
import { describeTerm } from '../../console/src/screens/plan/describe-subscription.ts';

const formatDate = (at: string) => at.slice(0, 10);
const endsAt = '2026-12-05T10:00:00.000Z';

test('what happens to a subscription next', (t) => {
  const say = (status: 'pending' | 'active' | 'expired', ends: string | null, cancels: boolean, renews: boolean) =>
    describeTerm({ status, endsAt: ends, cancelAtPeriodEnd: cancels }, { renews, formatDate });
  t.is(say('pending', null, false, false), 'It begins with the first payment.');
  t.is(say('expired', endsAt, false, true), 'It has ended.');
  t.is(say('active', null, false, true), 'It has no end.');
  t.is(say('active', endsAt, false, true), 'It renews on 2026-12-05.');
  t.is(say('active', endsAt, true, true), 'It ends on 2026-12-05 and does not renew.');
  t.is(say('active', endsAt, false, false), 'It ends on 2026-12-05 and does not renew.', 'a trial');
});
