import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import type { Config } from '../../platform/config.ts';
import { createAjv } from './ajv.ts';
import { toErrorDetails } from './error-details.ts';

/** Makes what a handler returned fit for sending. */
export type Presenter = (value: unknown) => unknown;

interface SchemaNode {
  type?: string;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: unknown;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
}

const ajv = createAjv({ allErrors: true });

/**
 * Compiles the response schema of a route. In tests a response that does not match throws; otherwise fields that the
 * schema does not know are left out, so that a row sent by mistake shows nothing it should not. The check of tests is
 * compiled with the first answer: most tests use few of the routes, and it is as slow as all the rest of starting.
 *
 * Objects without listed properties, or with `additionalProperties`, are open records and kept whole.
 */
export function compilePresenter(name: string, schema: TSchema, environment: Config['NODE_ENV']): Presenter {
  if (environment !== 'test') return compileProjection(schema);
  let isValid: ValidateFunction | undefined;
  return (value) => {
    isValid ??= ajv.compile(close(schema) as object);
    if (isValid(value)) return value;
    const details = toErrorDetails(isValid.errors ?? []).map(({ path, message }) => `${path} ${message}`);
    throw new Error(`The response of ${name} does not match its schema: ${details.join('; ')}`);
  };
}

const keep: Presenter = (value) => value;

function compileProjection(schema: SchemaNode): Presenter {
  if (schema.anyOf) {
    const branches = schema.anyOf.filter(({ type }) => type !== 'null');
    return branches.length === 1 ? compileProjection(branches[0]!) : keep;
  }
  if (schema.items) return projectItems(compileProjection(schema.items));
  if (schema.properties && schema.additionalProperties === undefined) return projectProperties(schema.properties);
  return keep;
}

function projectItems(projectItem: Presenter): Presenter {
  if (projectItem === keep) return keep;
  return (value) => (Array.isArray(value) ? value.map(projectItem) : value);
}

function projectProperties(properties: Record<string, SchemaNode>): Presenter {
  const fields = Object.entries(properties).map(([key, schema]) => ({ key, project: compileProjection(schema) }));
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const projected: Record<string, unknown> = {};
    for (const { key, project } of fields) {
      const field = (value as Record<string, unknown>)[key];
      if (field !== undefined) projected[key] = project(field);
    }
    return projected;
  };
}

/** A copy of a schema in which objects that list their properties accept no others. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)])) as SchemaNode;
  const isClosed = node.type === 'object' && node.properties !== undefined && node.additionalProperties === undefined;
  return isClosed ? { ...node, additionalProperties: false } : node;
}
