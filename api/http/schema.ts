import Type, { type Static, type TSchema, type TSchemaOptions } from 'typebox';
import { REASON_CODES, type ReasonCode } from '../../engine/vocabulary.ts';
import { TEXT_PATTERN } from './ajv.ts';

/** Ids that clients choose (contract section 1). */
const MAX_ID_LENGTH = 256;
const MAX_PAGE = 1_000_000_000;
const MAX_METADATA_DEPTH = 16;

/**
 * For the root of bodies that are stored with their unknown fields: those, too, must be storable and bounded in depth.
 */
export const storable = { 'x-json-limits': { maxDepth: 2 * MAX_METADATA_DEPTH } };

interface TextOptions extends TSchemaOptions {
  minLength?: number;
  maxLength: number;
}

/** A string PostgreSQL can store: bounded, without NUL and without half of a surrogate pair. */
export function text(options: TextOptions) {
  return Type.String({ pattern: TEXT_PATTERN, ...options });
}

/** An id that the client chose: 1 to 256 characters. */
export function clientId(options: TSchemaOptions = {}) {
  return text({ minLength: 1, maxLength: MAX_ID_LENGTH, ...options });
}

export function uuid(options: TSchemaOptions = {}) {
  return Type.String({ format: 'uuid', ...options });
}

/** An RFC 3339 instant of the years 1970 to 9999, with its offset from UTC. */
export function timestamp(options: TSchemaOptions = {}) {
  return Type.String({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'], ...options });
}

export function email(options: TSchemaOptions = {}) {
  return Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'], ...options });
}

/** A three-letter currency code in upper case. */
export function currency(options: TSchemaOptions = {}) {
  return Type.String({ pattern: '^[A-Z]{3}$', examples: ['USD'], ...options });
}

/** One of the reason codes (spec section 2.4a). */
export function reasonCode(options: TSchemaOptions = {}) {
  return enumOf(Object.keys(REASON_CODES) as ReasonCode[], options);
}

/** Money in minor currency units. */
export function amountMinor(options: TSchemaOptions = {}) {
  return Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [12_900], ...options });
}

interface JsonObjectOptions extends TSchemaOptions {
  /** Levels of nesting, the object itself being the first. */
  maxDepth?: number;
  /** Size as JSON in UTF-8; only bounded by the body limit unless given. */
  maxBytes?: number;
}

/** A free-form object: any keys and values, within bounds that keep it storable. */
export function jsonObject({ maxDepth = MAX_METADATA_DEPTH, maxBytes, ...options }: JsonObjectOptions = {}) {
  const limits = { maxDepth, ...(maxBytes === undefined ? {} : { maxBytes }) };
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    'x-json-limits': limits,
    ...options,
  });
}

/** One word of a closed list of `engine/vocabulary.ts`. */
export function enumOf<const Words extends readonly string[]>(words: Words, options: TSchemaOptions = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options });
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** The query parameters of every list, to be spread into its query schema. Out of range is an error, never clamped. */
export const pageParameters = {
  page: Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'Page number, from 1' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items per page' }),
};

const PageMeta = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'Items over all pages' }),
    page: Type.Integer({ minimum: 1 }),
    limit: Type.Integer({ minimum: 1 }),
    totalPages: Type.Integer({ minimum: 0 }),
  },
  { title: 'PageMeta' },
);

/** The envelope of every list. */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({ data: Type.Array(item), meta: PageMeta });
}

interface Page<Item> {
  data: Item[];
  meta: Static<typeof PageMeta>;
}

/** Puts one page of items into the envelope. */
export function toPage<Item>(
  data: Item[],
  total: number,
  { page, limit }: { page: number; limit: number },
): Page<Item> {
  return { data, meta: { total, page, limit, totalPages: Math.ceil(total / limit) } };
}
