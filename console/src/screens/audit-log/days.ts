/*
 * The filter is by days of the person's own calendar; the API takes moments, the end not included.
 */

/** No entry is older; a date field says 0002, 0020 and 0202 before 2026 is typed. */
const FIRST_DAY = '2000-01-01';

export function isWholeDay(day: string): boolean {
  return day >= FIRST_DAY;
}

/** @param day as a date field has it: 2026-11-21 */
export function toDayStart(day: string): string | undefined {
  return day ? new Date(`${day}T00:00`).toISOString() : undefined;
}

/** The first moment that is not of the day any more. */
export function toDayEnd(day: string): string | undefined {
  if (!day) return undefined;
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

/** The day of a moment, as a date field has it. */
export function toDay(at: string | undefined): string {
  if (at === undefined) return '';
  const moment = new Date(at);
  const parts = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'));
  return [moment.getFullYear(), ...parts].join('-');
}

/** The last day before a moment that is not included. */
export function toLastDay(end: string | undefined): string {
  return end === undefined ? '' : toDay(new Date(Date.parse(end) - 1).toISOString());
}
