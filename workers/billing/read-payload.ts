import type { Opener, Period } from './subscription-change.ts';

/* How fields of a payload from outside are read: of the expected kind, or not at all. */

export type Fields = Readonly<Record<string, unknown>>;

const MAX_ID_LENGTH = 256;
/** The year 10000, in milliseconds. */
const END_OF_TIME_MS = 253_402_300_800_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The entry of a name from outside; names such as `constructor`, that every object knows, are none. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, name: unknown): Entry | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The fields of an object; none when it is something else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The elements of an array; none when it is something else. */
export function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** A text that may serve as an id. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH ? value : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A moment given in Unix seconds. */
export function secondsOf(value: unknown): Date | undefined {
  return typeof value === 'number' ? momentOf(value * 1000) : undefined;
}

/** A moment given in ISO 8601. */
export function isoTimeOf(value: unknown): Date | undefined {
  return typeof value === 'string' ? momentOf(Date.parse(value)) : undefined;
}

function momentOf(milliseconds: number): Date | undefined {
  return milliseconds > 0 && milliseconds < END_OF_TIME_MS ? new Date(milliseconds) : undefined;
}

/** A period of both ends, the second after the first. */
export function periodOf(start: Date | undefined, end: Date | undefined): Period | undefined {
  return start && end && start < end ? { start, end } : undefined;
}

/** Our own ids, as the checkout was opened with. */
export function openerOf(value: unknown): Opener | undefined {
  const { companyId, subscriptionId } = fieldsOf(value);
  return isUuid(companyId) && isUuid(subscriptionId) ? { companyId, subscriptionId } : undefined;
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
