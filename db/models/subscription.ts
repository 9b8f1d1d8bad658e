import { Model } from 'objection';
import type { SubscriptionStatus } from '../../engine/vocabulary.ts';
import { BaseModel } from './base-model.ts';
import { Plan } from './plan.ts';

export class Subscription extends BaseModel {
  static override tableName = 'subscriptions';
  static override idColumn = ['company_id', 'id'];
  static override relationMappings = () => ({
    plan: {
      relation: Model.BelongsToOneRelation,
      modelClass: Plan,
      join: { from: 'subscriptions.plan_id', to: 'plans.id' },
    },
  });
  declare companyId: string;
  declare id: string;
  declare planId: string;
  declare status: SubscriptionStatus;
  declare provider: string | null;
  declare providerSubscriptionId: string | null;
  declare providerCustomerId: string | null;
  declare startsAt: Date;
  declare endsAt: Date | null;
  declare cancelAtPeriodEnd: boolean;
  declare metadata: Record<string, unknown> | null;
  /** Where the customer pays while it is pending; null for one that was not bought. */
  declare checkoutUrl: string | null;
  declare checkoutExpiresAt: Date | null;
  declare createdAt: Date;
  declare plan?: Plan;
}
