import { listThreatSubscriptions as listRows } from '../../db/queries/threat-health.ts';
import { countThreatSubscriptions } from '../../db/queries/threat-subscriptions.ts';
import { defineRoute } from '../http/define-route.ts';
import { toPage } from '../http/schema.ts';
import { presentSubscription } from './present.ts';
import { SUBSCRIPTIONS_PATH, threatIntel } from './route-parts.ts';
import { ThreatSubscriptionPage, ThreatSubscriptionQuery } from './schemas.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export const listThreatSubscriptions = defineRoute({
  method: 'GET',
  path: SUBSCRIPTIONS_PATH,
  name: 'listThreatSubscriptions',
  ...threatIntel,
  summary: 'List threat subscriptions with the health of their deliveries',
  description: 'Newest first.',
  query: ThreatSubscriptionQuery,
  response: ThreatSubscriptionPage,

  async handler({ query, caller }, { clock, db }) {
    const { companyId } = caller;
    const { page, limit } = query;
    const since = new Date(clock.now() - DAY_MS);
    const [total, rows] = await Promise.all([
      countThreatSubscriptions(db.knex, companyId),
      listRows(db.knex, companyId, { since, limit, offset: (page - 1) * limit }),
    ]);
    return toPage(rows.map(presentSubscription), total, query);
  },
});
