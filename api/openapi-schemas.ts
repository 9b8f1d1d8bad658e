import type { TSchema } from 'typebox';

type Json = Record<string, unknown>;

/** The named schemas of a document. A schema with a `title` is written once and referred to by that name. */
export interface Components {
  /** The form of a schema to use in its place: a reference where it is named, itself where it is not. */
  refer(schema: TSchema): Json;
  schemas(): Record<string, Json>;
}

/** @throws when two different schemas carry the same title */
export function createComponents(): Components {
  const known = new Map<string, Json>();

  function convert(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(convert);
    if (typeof node !== 'object' || node === null) return node;
    const converted = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, convertKeyword(key, value)]));
    const { title } = converted;
    return typeof title === 'string' ? name(title, converted) : converted;
  }

  /** What is data rather than schema is left as it is. */
  function convertKeyword(key: string, value: unknown): unknown {
    return key === 'examples' || key === 'default' || key === 'enum' || key === 'const' ? value : convert(value);
  }

  function name(title: string, schema: Json): Json {
    const existing = known.get(title);
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are called ${title}`);
    }
    known.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  }

  return {
    refer: (schema) => convert(schema) as Json,
    schemas: () => Object.fromEntries([...known].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}
