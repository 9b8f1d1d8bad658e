const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** A moment (ISO 8601) in the zone and language of the person. */
export function formatDateTime(at: string): string {
  return DATE_TIME.format(new Date(at));
}

export function formatDate(at: string): string {
  return DATE.format(new Date(at));
}

/** "3 hours ago", "in 2 days". */
export function formatRelative(at: string, nowMs = Date.now()): string {
  const distance = Date.parse(at) - nowMs;
  for (const [unit, length] of STEPS) {
    if (Math.abs(distance) >= length) return RELATIVE.format(Math.trunc(distance / length), unit);
  }
  return 'just now';
}
