import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { createAjv } from './ajv.ts';
import { toErrorDetails } from './error-details.ts';
import { ApiError } from './errors.ts';

/** Throws VALIDATION_FAILED with details unless the value matches. May change the value: coercion and defaults. */
export type Validator = (value: unknown, bytes?: number) => void;

/**
 * In a body larger than this only the first problem is reported: one with a problem in each of its hundred thousand
 * items would otherwise cost as many error objects.
 */
const MAX_BYTES_FULLY_EXPLAINED = 65_536;

const body = createAjv();
const bodyExplained = createAjv({ allErrors: true });
const COERCION = { coerceTypes: true, useDefaults: true } as const;
const parameters = createAjv(COERCION);
const parametersExplained = createAjv({ ...COERCION, allErrors: true });

/** Compiles the validator of a body: nothing is coerced, nothing is filled in. */
export function compileBodyValidator(schema: TSchema): Validator {
  return createValidator(body.compile(schema), () => bodyExplained.compile(schema));
}

/** Compiles the validator of a query or of path parameters: texts become what the schema says, defaults are applied. */
export function compileParameterValidator(schema: TSchema): Validator {
  const validate = createValidator(parameters.compile(schema), () => parametersExplained.compile(schema));
  return (values) => {
    validate(values);
    refuseInfinity(values as Record<string, unknown>);
  };
}

/** ajv coerces "1e999" to Infinity and then compares it with no limit. */
function refuseInfinity(values: Record<string, unknown>): void {
  for (const key in values) {
    if (values[key] === Infinity || values[key] === -Infinity) {
      throw new ApiError('VALIDATION_FAILED', { details: [{ path: `/${key}`, message: 'is out of range' }] });
    }
  }
}

/** The fast validator stops at the first problem; the one that finds them all is compiled when it is first needed. */
function createValidator(isValid: ValidateFunction, compileExplained: () => ValidateFunction): Validator {
  let explained: ValidateFunction | undefined;
  return (value, bytes = 0) => {
    if (isValid(value)) return;
    let errors = isValid.errors ?? [];
    if (bytes <= MAX_BYTES_FULLY_EXPLAINED) {
      explained ??= compileExplained();
      explained(value);
      errors = explained.errors ?? errors;
    }
    throw new ApiError('VALIDATION_FAILED', { details: toErrorDetails(errors) });
  };
}
