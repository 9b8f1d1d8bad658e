import type { HashKey } from '../../platform/hashing.ts';

/** Numbers keys of 16 bytes from 0 on, in the order they are first seen. */
export interface KeyTable {
  /** The number of the key whose bytes start at `at`; a new one for a new key. */
  number(bytes: Buffer, at: number): number;
  /** The number of a key that was seen, or -1. */
  find(key: HashKey): number;
  keyOf(number: number): HashKey;
  /** All numbers in the order of their keys. */
  sorted(): Uint32Array;
  size(): number;
}

const WORDS = 4;
const FIRST_CAPACITY = 1_024;
const EMPTY = 0xffffffff;

/**
 * A hash table with open addressing and linear probing on flat arrays, at most half full. Keys are hashes themselves, so
 * their first bytes are as good a hash as any; all 16 are compared.
 */
export function createKeyTable(): KeyTable {
  const table: Table = { ...allocate(FIRST_CAPACITY), size: 0 };
  return {
    number: (bytes, at) => {
      if (table.size * WORDS === table.words.length) grow(table);
      const first = bytes.readUInt32BE(at);
      const second = bytes.readUInt32BE(at + 4);
      const third = bytes.readUInt32BE(at + 8);
      const fourth = bytes.readUInt32BE(at + 12);
      const slot = findSlot(table, first, second, third, fourth);
      if (table.slots[slot] === EMPTY) {
        table.slots[slot] = table.size;
        append(table, first, second, third, fourth);
      }
      return table.slots[slot]!;
    },
    find: (key) => {
      const bytes = Buffer.from(key.replaceAll('-', ''), 'hex');
      const [first = 0, second = 0, third = 0, fourth = 0] = [0, 4, 8, 12].map((at) => bytes.readUInt32BE(at));
      const number = table.slots[findSlot(table, first, second, third, fourth)]!;
      return number === EMPTY ? -1 : number;
    },
    keyOf: (number) => formatKey(table.words, WORDS * number),
    sorted: () => {
      const numbers = Uint32Array.from({ length: table.size }, (_, number) => number);
      return numbers.sort((one, other) => compareKeys(table.words, one, other));
    },
    size: () => table.size,
  };
}

interface Table {
  /** The number of a key at or after the slot of its hash, or EMPTY. */
  slots: Uint32Array;
  /** Four for each key, in the order of numbers. */
  words: Uint32Array;
  size: number;
}

function allocate(capacity: number): Pick<Table, 'slots' | 'words'> {
  return { slots: new Uint32Array(2 * capacity).fill(EMPTY), words: new Uint32Array(WORDS * capacity) };
}

/** The slot that holds the key, or the free one where it belongs. */
function findSlot({ slots, words }: Table, first: number, second: number, third: number, fourth: number): number {
  const mask = slots.length - 1;
  for (let slot = first & mask; ; slot = (slot + 1) & mask) {
    const number = slots[slot]!;
    if (number === EMPTY) return slot;
    const at = WORDS * number;
    if (words[at] === first && words[at + 1] === second && words[at + 2] === third && words[at + 3] === fourth) {
      return slot;
    }
  }
}

function append(table: Table, first: number, second: number, third: number, fourth: number): void {
  const { words } = table;
  const at = WORDS * table.size;
  words[at] = first;
  words[at + 1] = second;
  words[at + 2] = third;
  words[at + 3] = fourth;
  table.size += 1;
}

function grow(table: Table): void {
  const { words, size } = table;
  Object.assign(table, allocate(2 * size));
  table.words.set(words);
  for (let number = 0; number < size; number += 1) {
    const at = WORDS * number;
    table.slots[findSlot(table, words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!)] = number;
  }
}

/** The key whose 16 bytes start at `at`, as it is written. */
export function readKey(bytes: Buffer, at: number): HashKey {
  const hex = bytes.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Two bytes in hexadecimal, looked up: keys are written by the million. */
const HEX = Array.from({ length: 2 ** 16 }, (_, value) => value.toString(16).padStart(4, '0'));

function formatKey(words: Uint32Array, at: number): HashKey {
  const [first, second, third, fourth] = [words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!];
  const head = `${HEX[first >>> 16]}${HEX[first & 0xffff]}-${HEX[second >>> 16]}-${HEX[second & 0xffff]}`;
  return `${head}-${HEX[third >>> 16]}-${HEX[third & 0xffff]}${HEX[fourth >>> 16]}${HEX[fourth & 0xffff]}`;
}

function compareKeys(words: Uint32Array, one: number, other: number): number {
  for (let word = 0; word < WORDS; word += 1) {
    const difference = words[WORDS * one + word]! - words[WORDS * other + word]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
