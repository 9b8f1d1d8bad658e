import { maskValue } from '../../platform/masking.ts';

/**
 * Whether a user id is personal data itself: an e-mail address, a phone number or an IP address, as people write them.
 *
 * Showing one is worse than hiding a plain id, so what could be either is personal: 8 to 15 bare digits are a phone
 * number (7 are one only when dialled with a leading zero), and any number written with separators. Plain ids such as
 * `user-42`, a UUID, `1234567` or a 17-digit number are not. Percent-encoding, full-width forms, other digits and
 * invisible characters do not hide anything.
 */
export function isPersonalId(userId: string): boolean {
  return listDecodings(userId)
    .map(fold)
    .some((text) => isEmail(text) || isIpAddress(text) || isPhone(text));
}

/** The user id as it may be shown: masked when it is personal data (spec section 2.14, rule 1). */
export function maskUserId(userId: string): string {
  if (!isPersonalId(userId)) return userId;
  const masked = maskValue(userId);
  // What has asterisks at the right places already would come out as it went in.
  return masked === userId ? '***' : masked;
}

/** The text and what it is when decoded, however often it was encoded within reason. */
function listDecodings(text: string): string[] {
  const texts = [text];
  for (
    let decoded = decodePercent(text);
    texts.length < 4 && decoded !== texts.at(-1);
    decoded = decodePercent(decoded)
  ) {
    texts.push(decoded);
  }
  return texts;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One way of writing: compatibility forms, digits of all scripts, dashes, and nothing invisible. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[^\P{Nd}\d]/gu, '9')
    .trim();
}

/** Also one inside a longer id, such as `mailto:ada@example.com`. A handle (`@ada`) is none. */
function isEmail(text: string): boolean {
  return /[^@]@+[^@]/s.test(text);
}

const IPV4 = /\d{1,3}(?:\.\d{1,3}){3}/;
const IPV6_IN_FULL = /(?:[\da-f]{1,4}:){7}[\da-f]{1,4}/i;
const IPV6_SHORTENED = /^::|[\da-f]::|::[\da-f]/i;

/** Also one inside a longer id: with a port, a network size, brackets or a name before it. */
function isIpAddress(text: string): boolean {
  return IPV4.test(text) || IPV6_IN_FULL.test(text) || IPV6_SHORTENED.test(text);
}

/** An international number anywhere, or one after a word that announces it. */
const INTERNATIONAL = /\+[\s().\-_/]*\d(?:[\s().\-_/]*\d){6}/;
const ANNOUNCED =
  /(?:tel|phone|mobile|cell|msisdn|whatsapp|wa|sms|fax)(?:no|nr|number)?[^\p{L}\p{N}]*\d(?:[\s().\-_/]*\d){6}/iu;
const PHONE_CHARACTERS = /^[\d\s().\-_/+]+$/;
const EXTENSION = /\s*(?:x|ext\.?|#)\s*\d{1,6}$/i;

function isPhone(text: string): boolean {
  if (INTERNATIONAL.test(text) || ANNOUNCED.test(text)) return true;
  const number = text.replace(EXTENSION, '');
  if (!PHONE_CHARACTERS.test(number)) return false;
  const dialled = number.replace(/\D/g, '');
  const digits = dialled.replace(/^00/, '').length;
  const isBare = /^\d+$/.test(text);
  return digits <= 15 && (digits >= 8 || (dialled.length >= 7 && (!isBare || dialled.startsWith('0'))));
}
