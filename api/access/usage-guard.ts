import { ApiError } from '../http/errors.ts';

/** Knows, without asking the database for every event, whether a company is over its monthly limit. */
export interface UsageGuard {
  /** Whether the next access query of this company should count its usage. */
  wantsCount(companyId: string, nowMs: number): boolean;
  /**
   * Whether what is known was counted under another limit, or not at all because there was none: an operator changed
   * the plan, or the company moved to another one. Then the usage must be counted before it is checked.
   */
  isOutdated(companyId: string, limit: number | null, nowMs: number): boolean;
  /** Takes note of an exact count, or of null when there is no limit and so nothing to count. */
  observe(companyId: string, counted: { used: number | null; limit: number | null }, nowMs: number): void;
  /** Counts an event this process has just accepted. */
  addAccepted(companyId: string): void;
  /** @throws ApiError USAGE_LIMIT_EXCEEDED when the month's events have reached the limit; null: no limit */
  check(companyId: string, limit: number | null, nowMs: number): void;
}

interface Estimate {
  month: number;
  countedAt: number;
  used: number;
  limit: number | null;
}

/** An exact count is trusted this long, with what this process accepted since added to it. */
const TRUST_MS = 10_000;
/** From this share of the limit on, or with so few events left, every request counts exactly. */
const CLOSE_TO_LIMIT = 0.9;
const FEW_EVENTS = 1_000;
const MAX_TRACKED_COMPANIES = 10_000;

export function createUsageGuard(): UsageGuard {
  const estimates = new Map<string, Estimate>();

  const current = (companyId: string, nowMs: number): Estimate | undefined => {
    const estimate = estimates.get(companyId);
    return estimate?.month === utcMonth(nowMs) ? estimate : undefined;
  };

  return {
    wantsCount: (companyId, nowMs) => {
      const estimate = current(companyId, nowMs);
      if (!estimate || nowMs - estimate.countedAt > TRUST_MS) return true;
      return estimate.limit !== null && isClose(estimate.used, estimate.limit);
    },
    isOutdated: (companyId, limit, nowMs) => {
      const estimate = current(companyId, nowMs);
      return estimate !== undefined && estimate.limit !== limit;
    },
    observe: (companyId, { used, limit }, nowMs) => {
      if (estimates.size >= MAX_TRACKED_COMPANIES) estimates.clear();
      estimates.set(companyId, { month: utcMonth(nowMs), countedAt: nowMs, used: used ?? 0, limit });
    },
    addAccepted: (companyId) => {
      const estimate = estimates.get(companyId);
      if (estimate) estimate.used += 1;
    },
    check: (companyId, limit, nowMs) => {
      const estimate = current(companyId, nowMs);
      if (!estimate) return;
      if (limit !== null && estimate.used >= limit) throw new ApiError('USAGE_LIMIT_EXCEEDED');
    },
  };
}

function isClose(used: number, limit: number): boolean {
  return used >= Math.min(limit * CLOSE_TO_LIMIT, limit - FEW_EVENTS);
}

/** Months since the Unix epoch. */
function utcMonth(nowMs: number): number {
  const date = new Date(nowMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
