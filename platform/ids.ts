import { createHash, randomBytes } from 'node:crypto';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Random bytes are drawn from the operating system in blocks: one call serves many ids. */
const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);
let used = 0;

function takeRandom(count: number): Buffer {
  if (used + count > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

let lastMs = -1;
let sequence = 0;

/**
 * A UUID version 7 (RFC 9562, method 1): 48 bits of Unix milliseconds, a 12-bit counter, 62 random bits. Ids sort by
 * time, and those of one process and millisecond in the order they were made.
 *
 * @param nowMs milliseconds since the Unix epoch
 */
export function uuidv7(nowMs: number): string {
  const random = takeRandom(10);
  // A new millisecond starts low in the counter's range, so that there is room to count up.
  sequence = nowMs === lastMs ? (sequence + 1) & 0xfff : random.readUInt16BE(0) & 0x7ff;
  lastMs = nowMs;
  const bytes = new Uint8Array(16);
  for (let index = 0; index < 6; index += 1) bytes[index] = Math.floor(nowMs / 2 ** (40 - 8 * index)) & 0xff;
  bytes.set(random, 6);
  bytes[6] = 0x70 | (sequence >> 8);
  bytes[7] = sequence & 0xff;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return formatUuid(bytes);
}

/**
 * The id of something that is worked out rather than stored: a UUID version 7 whose random bits follow from its name, so
 * that it is the same each time.
 *
 * @param timeMs milliseconds since the Unix epoch, always the same for the same name
 */
export function derivedUuidv7(timeMs: number, name: string): string {
  const digest = createHash('sha256').update(name).digest('hex');
  const [first, second] = [digest.slice(0, 3), digest.slice(4, 19)];
  const variant = '89ab'[Number.parseInt(digest.slice(3, 4), 16) & 3] ?? '8';
  const hex = `${Math.floor(timeMs).toString(16).padStart(12, '0')}7${first}${variant}${second}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The smallest UUID version 7 of a moment: a bound for range partitions and range scans over ids. */
export function uuidv7Floor(timeMs: number): string {
  const hex = Math.floor(timeMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}

function formatUuid(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-';
    text += HEX[bytes[index] ?? 0];
  }
  return text;
}
