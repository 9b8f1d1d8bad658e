/**
 * A moment as a `datetime-local` input has it: in the zone of the person, without saying which.
 *
 * @param at ISO 8601, or nothing
 */
export function toLocalInput(at: string | undefined): string {
  if (!at) return '';
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment such an input says; undefined while it is not complete. */
export function fromLocalInput(value: string): string | undefined {
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
