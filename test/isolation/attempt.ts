import type { Answer, Service, Tenant } from '../support/service.ts';

/** What a stranger (another tenant) tries with what belongs to the owner, and what must come of it. */
export interface Attempt {
  service: Service;
  owner: Tenant;
  stranger: Tenant;
}

/** One row for a route, by its name. It throws when a tenant saw or changed what is another's. */
export type IsolationCases = Record<string, (attempt: Attempt) => Promise<void>>;

export function expectAnswer({ status, body }: Answer, expected: number): void {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${JSON.stringify(body)}`);
}

export function expectEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`expected ${String(expected)}, got ${String(actual)}`);
}
