import Type from 'typebox';
import { ApiError } from './errors.ts';
import { timestamp } from './schema.ts';

/** For queries about a time; spread into their schema. */
export const timeRangeParameters = {
  from: Type.Optional(timestamp({ description: 'The first moment' })),
  to: Type.Optional(timestamp({ description: 'The first moment after the last' })),
};

export interface TimeRange {
  from: Date | undefined;
  /** Not in the range. */
  to: Date | undefined;
}

/**
 * The time a query asks for; what it left out is undefined.
 *
 * @throws ApiError VALIDATION_FAILED unless `from` is before `to`
 */
export function readTimeRange({ from, to }: { from?: string; to?: string }): TimeRange {
  const range = {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  if (range.from && range.to && range.from >= range.to) {
    throw new ApiError('VALIDATION_FAILED', { details: [{ path: '/from', message: 'must be before to' }] });
  }
  return range;
}
