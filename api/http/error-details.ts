import type { ErrorObject } from 'ajv/dist/2020.js';
import { TEXT_PATTERN } from './ajv.ts';
import type { ErrorDetail } from './errors.ts';
import { FORMATS } from './formats.ts';
import { TEXT_PROBLEM } from './json-limits.ts';

const MAX_DETAILS = 20;
/** Keys are the client's own text: shown, but not at any length. */
const MAX_KEY_LENGTH = 100;

type Params = Record<string, unknown>;
type Explain = (params: Params) => string;

const atLeast =
  (what: string): Explain =>
  ({ limit }) =>
    `must have at least ${Number(limit)} ${what}`;
const atMost =
  (what: string): Explain =>
  ({ limit }) =>
    `must have at most ${Number(limit)} ${what}`;

const EXPLANATIONS: Readonly<Record<string, Explain>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known property',
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  format: ({ format }) => FORMATS[String(format)]?.message ?? 'has the wrong format',
  pattern: ({ pattern }) => (pattern === TEXT_PATTERN ? TEXT_PROBLEM : `must match the pattern ${String(pattern)}`),
  minLength: atLeast('characters'),
  maxLength: atMost('characters'),
  minItems: atLeast('items'),
  maxItems: atMost('items'),
  minProperties: atLeast('properties'),
  maxProperties: atMost('properties'),
  minimum: ({ limit }) => `must be at least ${Number(limit)}`,
  maximum: ({ limit }) => `must be at most ${Number(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${Number(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${Number(limit)}`,
};

/** Turns errors of ajv into what a person can act on: where, and what is expected. Values are never repeated. */
export function toErrorDetails(errors: readonly ErrorObject[]): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>();
  for (const error of errors) {
    if (isBranchNoise(error, errors)) continue;
    const detail = { path: pathOf(error), message: explain(error) };
    details.set(`${detail.path} ${detail.message}`, detail);
    if (details.size === MAX_DETAILS) break;
  }
  return [...details.values()];
}

/** A nullable field that is wrong fails as "must be null" and as a whole too; only what it should be is of use. */
function isBranchNoise(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const isNullBranch = error.keyword === 'type' && error.params.type === 'null';
  return (error.keyword === 'anyOf' || isNullBranch) && errors.length > 1;
}

function explain(error: ErrorObject): string {
  return EXPLANATIONS[error.keyword]?.(error.params) ?? error.message ?? 'is not valid';
}

function pathOf({ instancePath, params }: ErrorObject): string {
  const key = (params as Params).missingProperty ?? (params as Params).additionalProperty;
  if (typeof key !== 'string') return instancePath;
  return `${instancePath}/${key.slice(0, MAX_KEY_LENGTH).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
