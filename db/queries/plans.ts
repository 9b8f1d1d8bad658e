import { PLAN_FEATURES, type PlanFeature } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';
import { Plan } from '../models/plan.ts';

interface SeededPlan {
  id: string;
  code: string;
  name: string;
  priceMinor: number;
  features: readonly PlanFeature[];
  monthlyEventLimit: number | null;
  ingestRatePerMinute: number;
}

/** The plans of a new installation (contract section 5). Ids are fixed so that every installation agrees on them. */
const SEEDED_PLANS: readonly SeededPlan[] = [
  {
    id: '01900000-0000-7000-8000-000000000001',
    code: 'trial',
    name: 'Trial',
    priceMinor: 0,
    features: PLAN_FEATURES,
    monthlyEventLimit: 1_000_000,
    ingestRatePerMinute: 6_000,
  },
  {
    id: '01900000-0000-7000-8000-000000000002',
    code: 'starter',
    name: 'Starter',
    priceMinor: 4_900,
    features: ['event_explorer', 'reviews'],
    monthlyEventLimit: 100_000,
    ingestRatePerMinute: 6_000,
  },
  {
    id: '01900000-0000-7000-8000-000000000003',
    code: 'growth',
    name: 'Growth',
    priceMinor: 29_900,
    features: ['event_explorer', 'reviews', 'graph_explorer', 'audit_logs'],
    monthlyEventLimit: 2_000_000,
    ingestRatePerMinute: 30_000,
  },
  {
    id: '01900000-0000-7000-8000-000000000004',
    code: 'enterprise',
    name: 'Enterprise',
    priceMinor: 199_900,
    features: PLAN_FEATURES,
    monthlyEventLimit: null,
    ingestRatePerMinute: 300_000,
  },
];

/** Adds the seeded plans that are missing. What an operator changed in a plan stays. */
export async function seedPlans(connection: Connection): Promise<void> {
  const rows = SEEDED_PLANS.map((plan) => ({
    ...plan,
    features: [...plan.features],
    currency: 'USD',
    billingInterval: 'month' as const,
    active: true,
  }));
  await Plan.query(connection).insert(rows).onConflict('code').ignore();
}

/** The plan with this code, active or not. */
export async function findPlanByCode(connection: Connection, code: string): Promise<Plan | undefined> {
  return Plan.query(connection).findOne({ code });
}

/** Active plans, cheapest first (spec section 4.2). */
export async function listActivePlans(connection: Connection): Promise<Plan[]> {
  return Plan.query(connection).where({ active: true }).orderBy(['price_minor', 'code']);
}

/** All plans, active or not, cheapest first: for operators. */
export async function listPlans(connection: Connection): Promise<Plan[]> {
  return Plan.query(connection).orderBy(['price_minor', 'code']);
}

/** What an operator may change in a plan; what is left out stays. */
export type PlanChanges = Partial<
  Pick<Plan, 'priceMinor' | 'features' | 'monthlyEventLimit' | 'ingestRatePerMinute' | 'active'>
>;

/**
 * Changes a plan for every company that has it. Requests read it anew each time, so it holds from the next one on.
 *
 * @returns undefined when there is no plan with this code
 */
export async function changePlan(
  connection: Connection,
  code: string,
  changes: PlanChanges,
): Promise<{ before: Plan; after: Plan } | undefined> {
  return connection.transaction(async (trx) => {
    const before = await Plan.query(trx).findOne({ code }).forUpdate();
    if (!before) return undefined;
    const after = await Plan.query(trx).patchAndFetchById(before.id, changes);
    return { before, after };
  });
}
