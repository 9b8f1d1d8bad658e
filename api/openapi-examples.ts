import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';

/** The part of JSON Schema that examples are made from. */
interface Node {
  title?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  examples?: unknown[];
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  properties?: Record<string, Node>;
  items?: Node;
  minItems?: number;
  maxItems?: number;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
}

/** What a property is called, and the title of the object it belongs to. */
interface Place {
  name: string;
  owner: string;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'ada@example.com',
  uri: 'https://shop.example.com/hooks/fraud',
  ipv4: '203.0.113.7',
  ipv6: '2001:db8::7',
};

/**
 * A value that matches a schema, the same every time: the first of its `examples` where it has some (put them on an
 * object to write the whole by hand), else what its keywords ask for. Optional properties are there too, so that
 * readers see all of them. A pattern cannot be followed: such a string needs an example of its own.
 *
 * @param name what the value is called, for texts and ids that say nothing else about themselves
 */
export function exampleOf(schema: TSchema, name = 'text'): unknown {
  return make(schema, { name, owner: '' });
}

function make(node: Node, place: Place): unknown {
  if (node.examples?.length) return node.examples[0];
  if ('const' in node) return node.const;
  if ('default' in node) return node.default;
  if (node.enum?.length) return node.enum[0];
  const branches = node.anyOf ?? node.oneOf;
  if (branches) return makeBranch(branches, place);
  if (node.allOf) return Object.assign({}, ...node.allOf.map((part) => make(part, place)));
  return makeTyped(node, place);
}

function makeTyped(node: Node, place: Place): unknown {
  switch (node.type) {
    case 'object':
      return makeObject(node, place);
    case 'array':
      return makeItems(node, place);
    case 'string':
      return makeText(node, place);
    case 'integer':
    case 'number':
      return makeNumber(node);
    case 'boolean':
      return true;
    case 'null':
    case undefined:
      return null;
  }
}

/** The first branch that is not null, unless it is a text about which nothing is known: then null says more. */
function makeBranch(branches: Node[], place: Place): unknown {
  const branch = branches.find(({ type }) => type !== 'null');
  const isPlainText = branch?.type === 'string' && !branch.examples && !branch.format && !branch.enum;
  const isNullable = branches.some(({ type }) => type === 'null');
  return !branch || (isPlainText && isNullable) ? null : make(branch, place);
}

function makeObject({ title, properties = {} }: Node, { name }: Place): Record<string, unknown> {
  const owner = title ?? name;
  return Object.fromEntries(Object.entries(properties).map(([key, node]) => [key, make(node, { name: key, owner })]));
}

function makeItems({ items = {}, minItems = 0, maxItems = Infinity }: Node, place: Place): unknown[] {
  const words = items.enum ?? [];
  const length = Math.min(Math.max(1, minItems), maxItems);
  // Items of a closed list are usually asked to be different.
  return Array.from({ length }, (_, index) => words[index] ?? make(items, place));
}

function makeText({ format, minLength = 0, maxLength = Infinity }: Node, place: Place): string {
  if (format === 'uuid') return makeUuid(place);
  const text = FORMATS[format ?? ''] ?? place.name;
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

/** One id for one thing, wherever it is mentioned: `assessmentId`, and `id` of something titled Assessment. */
function makeUuid({ name, owner }: Place): string {
  const thing = name === 'id' ? `${owner.charAt(0).toLowerCase()}${owner.slice(1)}Id` : name;
  const digits = createHash('sha256').update(thing).digest('hex').slice(0, 12);
  return `019c0f5e-2c00-7000-8000-${digits}`;
}

/** As near to 1 as the limits allow. */
function makeNumber(node: Node): number {
  const step = node.multipleOf ?? (node.type === 'integer' ? 1 : 0);
  const above = step > 0 ? step : gapOf(node) / 2;
  const lowest = Math.max(node.minimum ?? -Infinity, (node.exclusiveMinimum ?? -Infinity) + above);
  const highest = Math.min(node.maximum ?? Infinity, (node.exclusiveMaximum ?? Infinity) - above);
  const nearest = Math.min(Math.max(1, lowest), highest);
  if (step === 0) return nearest;
  const next = Math.ceil(nearest / step) * step;
  return next <= highest ? next : Math.floor(nearest / step) * step;
}

/** The width of an open interval, or as good as one. */
function gapOf({ exclusiveMinimum, minimum, exclusiveMaximum, maximum }: Node): number {
  const width = (exclusiveMaximum ?? maximum ?? Infinity) - (exclusiveMinimum ?? minimum ?? -Infinity);
  return Number.isFinite(width) ? width : 1;
}
