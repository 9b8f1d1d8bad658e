import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { pino } from 'pino';
import { insertBillingEvent } from '../../db/queries/billing-events.ts';
import { insertCompany } from '../../db/queries/companies.ts';
import { findPlanByCode } from '../../db/queries/plans.ts';
import { DEFAULT_POLICY } from '../../engine/policy.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { createBillingWebhook } from '../../workers/billing-webhook.ts';
import { handlerContext } from '../jobs/support.ts';
import { createTestClock } from './clock.ts';
import { createTestDatabase } from './database.ts';

export const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 1);
export const day = (days: number) => new Date(START + days * DAY_MS);
const iso = (days: number) => day(days).toISOString();
export const seconds = (days: number) => day(days).getTime() / 1000;

export type Payload = { id: string } & Record<string, unknown>;

/** What the sandbox would post of a subscription. */
export function sandboxEvent(subscriptionId: string, type: string, at: number, period?: [number, number]): Payload {
  const [from = at, until = at + 30] = period ?? [];
  const subscription = { id: subscriptionId, customerId: 'c1', periodStart: iso(from), periodEnd: iso(until) };
  return { id: randomUUID(), type: `subscription.${type}`, occurredAt: iso(at), subscription };
}

/** A database, the handler of notifications, and companies. The clock stands at day 10. */
export async function startBilling(t: ExecutionContext) {
  const { db } = await createTestDatabase(t);
  const { knex } = db;
  const clock = createTestClock(START + 10 * DAY_MS);
  const handler = createBillingWebhook({ db, clock });
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  const apply = (event: Payload, provider = 'sandbox') =>
    handler.handle({ provider, eventId: event.id }, { ...handlerContext(), logger });
  const store = (event: Payload, provider = 'sandbox') =>
    insertBillingEvent(knex, { provider, eventId: event.id, payload: event, receivedAt: new Date(clock.now()) });

  /** A company in its trial, from day 0 to 14. */
  async function addCompany(): Promise<string> {
    const [companyId, plan] = [uuidv7(START), await findPlanByCode(knex, 'trial')];
    await insertCompany(knex, {
      company: { id: companyId, name: 'Shop', createdAt: day(0) },
      admin: { id: randomUUID(), email: 'ada@example.com', passwordHash: '-', fullName: null },
      subscription: { id: uuidv7(START), planId: plan?.id ?? '', startsAt: day(0), endsAt: day(14) },
      policy: DEFAULT_POLICY,
    });
    return companyId;
  }
  let opened = day(1).getTime();
  /** A checkout that was opened on day 1, after those before. */
  async function addPending(companyId: string, providerSubscriptionId: string | null, provider = 'sandbox') {
    opened += 1;
    const [id, plan] = [uuidv7(opened), await findPlanByCode(knex, 'growth')];
    await knex('subscriptions').insert({
      company_id: companyId,
      id,
      plan_id: plan?.id,
      status: 'pending',
      provider,
      provider_subscription_id: providerSubscriptionId,
      starts_at: new Date(opened),
      created_at: new Date(opened),
    });
    return id;
  }
  /** The company's subscriptions, oldest first; `version` changes with every write. */
  const read = (companyId: string): Promise<Row[]> =>
    knex('subscriptions')
      .select<Row[]>('status', 'starts_at', 'ends_at', 'cancel_at_period_end', 'provider_customer_id')
      .select('provider_subscription_id', knex.raw('cast(xmin as text) as version'))
      .where({ company_id: companyId })
      .orderBy(['created_at', 'id']);
  const readEvent = (event: Payload) => knex('billing_events').where({ provider_event_id: event.id }).first<EventRow>();
  return { db, knex, clock, lines, apply, store, addCompany, addPending, read, readEvent };
}
interface Row {
  status: string;
  starts_at: Date;
  ends_at: Date | null;
  cancel_at_period_end: boolean;
  provider_customer_id: string | null;
  provider_subscription_id: string | null;
  version: string;
}
interface EventRow {
  type: string | null;
  result: string | null;
  reason: string | null;
  settled_at: Date | null;
}
