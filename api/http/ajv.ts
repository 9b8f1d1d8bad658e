import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import { FORMATS } from './formats.ts';
import { jsonLimitsKeyword } from './json-limits.ts';

/** Texts without NUL and without half of a surrogate pair; ajv runs patterns with the `u` flag. */
export const TEXT_PATTERN = '^[^\\u0000\\uD800-\\uDFFF]*$';

/** An ajv that knows our formats and keywords and refuses to compile anything it does not understand. */
export function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    // TypeBox makes valid schemas only; to check them, each instance would compile the schema of schemas.
    validateSchema: false,
    ...options,
  });
  for (const [name, { format }] of Object.entries(FORMATS)) ajv.addFormat(name, format);
  ajv.addKeyword(jsonLimitsKeyword);
  return ajv;
}
