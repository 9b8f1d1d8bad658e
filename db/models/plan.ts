import type { BillingInterval, PlanFeature } from '../../engine/vocabulary.ts';
import { BaseModel } from './base-model.ts';

export class Plan extends BaseModel {
  static override tableName = 'plans';
  declare id: string;
  declare code: string;
  declare name: string;
  declare priceMinor: number;
  declare currency: string;
  declare billingInterval: BillingInterval;
  declare features: PlanFeature[];
  /** New events a month; null: no limit. */
  declare monthlyEventLimit: number | null;
  declare ingestRatePerMinute: number;
  declare active: boolean;
}
