import type { ErrorObject, FuncKeywordDefinition } from 'ajv/dist/2020.js';

export interface JsonLimits {
  maxDepth: number;
  maxBytes?: number;
}

interface KeywordValidator {
  (limits: JsonLimits, data: unknown): boolean;
  errors?: Partial<ErrorObject>[];
}

/**
 * Looks for what cannot be stored as jsonb or walked safely: depth, NUL, half surrogate pairs, numbers beyond double.
 *
 * @returns what is wrong, or undefined
 */
export function findJsonProblem(value: unknown, depthLeft: number): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : TEXT_PROBLEM;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'must not contain numbers out of range';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depthLeft === 0) return 'must not be nested deeper';
  if (Array.isArray(value)) return findItemProblem(value, depthLeft);
  for (const [key, item] of Object.entries(value)) {
    if (!isStorable(key)) return TEXT_PROBLEM;
    const problem = findJsonProblem(item, depthLeft - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export const TEXT_PROBLEM = 'must not contain NUL characters or unpaired surrogates';

function findItemProblem(items: unknown[], depthLeft: number): string | undefined {
  for (const item of items) {
    const problem = findJsonProblem(item, depthLeft - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Whether PostgreSQL can store a text: no NUL, no half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}

const validateLimits: KeywordValidator = (limits, data) => {
  const problem = findJsonProblem(data, limits.maxDepth) ?? findSizeProblem(data, limits.maxBytes);
  validateLimits.errors = problem === undefined ? [] : [{ keyword: 'x-json-limits', message: problem, params: {} }];
  return problem === undefined;
};

function findSizeProblem(data: unknown, maxBytes: number | undefined): string | undefined {
  if (maxBytes === undefined || Buffer.byteLength(JSON.stringify(data)) <= maxBytes) return undefined;
  return `must not be larger than ${maxBytes} bytes`;
}

/** The ajv keyword behind `jsonObject()`. */
export const jsonLimitsKeyword: FuncKeywordDefinition = {
  keyword: 'x-json-limits',
  type: 'object',
  schemaType: 'object',
  validate: validateLimits,
  errors: 'full',
};
