import type { AuditEntry } from './actions.ts';

type Difference = AuditEntry['diff'][number];

/** The settings of a policy by the paths of the diff. */
const SETTINGS: Readonly<Record<string, string>> = {
  '/policyMode': 'mode',
  '/scoringProfile': 'scoring profile',
  '/thresholds/review': 'review threshold',
  '/thresholds/block': 'block threshold',
  '/degradedMode/graphUnavailable': 'least action without graph',
  '/degradedMode/velocityUnavailable': 'least action without velocity',
  '/contagionGuard/enabled': 'contagion guard',
  '/contagionGuard/minimumAction': 'least action of the contagion guard',
};
/** Says nothing of its own: it is one more with each change. */
const VERSION = '/version';

/** "review threshold 50 → 45, mode hybrid → shadow". */
export function describePolicyChange(diff: readonly Difference[]): string {
  const settings = diff.filter(({ path }) => path !== VERSION);
  return settings.map(describeSetting).join(', ') || 'nothing but its version';
}

function describeSetting({ path, before, after }: Difference): string {
  return `${SETTINGS[path] ?? path} ${describeValue(before)} → ${describeValue(after)}`;
}

function describeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
