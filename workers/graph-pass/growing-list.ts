/** A list of whole numbers that grows, on a typed array: four or one bytes each instead of an object. */
export interface GrowingList<Values extends Uint32Array | Uint8Array> {
  push(value: number): void;
  /** What was pushed so far; good until the next push. */
  values(): Values;
}

const FIRST_CAPACITY = 1_024;

export function createUint32List(): GrowingList<Uint32Array> {
  let values = new Uint32Array(FIRST_CAPACITY);
  let length = 0;
  return {
    push: (value) => {
      if (length === values.length) {
        const larger = new Uint32Array(2 * length);
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    values: () => values.subarray(0, length),
  };
}

export function createUint8List(): GrowingList<Uint8Array> {
  let values = new Uint8Array(FIRST_CAPACITY);
  let length = 0;
  return {
    push: (value) => {
      if (length === values.length) {
        const larger = new Uint8Array(2 * length);
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    values: () => values.subarray(0, length),
  };
}
