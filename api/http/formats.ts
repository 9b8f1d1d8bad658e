import type { Format } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Regular expressions of formats are run on short texts only: some take quadratic time. */
const MAX_FORMAT_LENGTH = 2048;
const MAX_EMAIL_LENGTH = 254;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TIMESTAMP = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](\d{2}):(\d{2}))$/;
const FIRST_INSTANT = Date.UTC(1970, 0, 1);
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Stricter than RFC 3339 where PostgreSQL and JavaScript are: no leap seconds, no 30th of February, no year 0. */
export function isTimestamp(value: string): boolean {
  const match = TIMESTAMP.exec(value);
  if (!match) return false;
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute] = match.slice(1).map(Number);
  if (hour! > 23 || minute! > 59 || second! > 59 || offsetHour! > 14 || offsetMinute! > 59) return false;
  const lastDay = new Date(Date.UTC(year!, month, 0)).getUTCDate();
  if (month! < 1 || month! > 12 || day! < 1 || day! > lastDay) return false;
  const instant = Date.parse(value);
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}

function bounded(name: 'email' | 'uri' | 'ipv4' | 'ipv6', maxLength = MAX_FORMAT_LENGTH): Format {
  const format = fullFormats[name];
  const matches =
    format instanceof RegExp ? (value: string) => format.test(value) : (format as (value: string) => boolean);
  return { type: 'string', validate: (value: string) => value.length <= maxLength && matches(value) };
}

/** The formats that schemas may name, and what a client is told that gets one wrong. */
export const FORMATS: Readonly<Record<string, { format: Format; message: string }>> = {
  uuid: { format: UUID, message: 'must be a UUID' },
  'date-time': {
    format: { type: 'string', validate: isTimestamp },
    message: 'must be a date-time with its offset, such as 2026-01-31T12:00:00.000Z',
  },
  email: { format: bounded('email', MAX_EMAIL_LENGTH), message: 'must be an e-mail address' },
  uri: { format: bounded('uri'), message: 'must be a URL' },
  ipv4: { format: bounded('ipv4'), message: 'must be an IPv4 address' },
  ipv6: { format: bounded('ipv6'), message: 'must be an IPv6 address' },
};
