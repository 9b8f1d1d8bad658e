import { plural } from './plural.ts';

const UNITS: readonly [name: string, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 seconds", "2 hours", "12 days": in the largest unit that fits. */
export function formatDuration(seconds: number): string {
  const [name, length] = UNITS.find(([, unit]) => seconds >= unit) ?? ['second', 1];
  return plural(Math.floor(seconds / length), name);
}
