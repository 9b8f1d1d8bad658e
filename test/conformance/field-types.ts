import {
  ACTIONS,
  EVENT_TYPES,
  INDICATOR_TYPES,
  OUTCOMES,
  POLICY_MODES,
  REASON_CODES,
  REVIEW_STATUSES,
  RISK_LEVELS,
  SUBSCRIPTION_STATUSES,
} from '../../engine/vocabulary.ts';
import type { FieldType } from './spec/fields.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const matches = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value);
const oneOf = (words: readonly string[]) => (value: unknown) => isText(value) && words.includes(value);
const within = (lowest: number, highest: number) => (value: unknown) =>
  typeof value === 'number' && value >= lowest && value <= highest;

/** What a value of each type of the spec's tables looks like in JSON. */
const CHECKS: Record<string, (value: unknown) => boolean> = {
  string: isText,
  absent: (value) => value === undefined,
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isSafeInteger(value),
  month: (value) => Number.isInteger(value) && within(1, 12)(value),
  score: within(0, 100),
  share: within(0, 1),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  uuid: matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  email: matches(/^[^@\s]+@[^@\s]+$/),
  currency: matches(/^[A-Z]{3}$/),
  jwt: matches(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  timestamp: matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  'node id': matches(/^(riskuser|globalindicator|cardbin|geolocation)::.+$/),
  'link type': oneOf(['USES_INDICATOR', 'USED_CARD_BIN', 'LOCATED_IN']),
  action: oneOf(ACTIONS),
  'policy mode': oneOf(POLICY_MODES),
  'risk level': oneOf(RISK_LEVELS),
  'reason code': oneOf(Object.keys(REASON_CODES)),
  'event type': oneOf(EVENT_TYPES),
  outcome: oneOf(OUTCOMES),
  'review status': oneOf(REVIEW_STATUSES),
  'subscription status': oneOf(SUBSCRIPTION_STATUSES),
  'indicator type': oneOf(INDICATOR_TYPES),
};

/** Whether a value is of a type as a table of the spec names it. */
export function isOfType(type: FieldType, value: unknown): boolean {
  return type.split('|').some((alternative) => {
    if (alternative.endsWith('[]')) {
      return Array.isArray(value) && value.every((item) => isOfType(alternative.slice(0, -2), item));
    }
    const check = CHECKS[alternative];
    if (!check) throw new Error(`no check for the type ${alternative}`);
    return check(value);
  });
}

/** Values of other types than a table of the spec says: a request with one in the field's place must be refused. */
export function wrongValues(type: FieldType): unknown[] {
  return [7.5, 'not of this type', true, {}, ['x'], null].filter((value) => !isOfType(type, value));
}
