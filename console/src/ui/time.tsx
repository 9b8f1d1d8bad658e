import { formatDateTime, formatRelative } from '../format/dates.ts';

/** A moment in the zone of the person; UTC on hover. */
export function Time({ at, relative = false }: { at: string; relative?: boolean }) {
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`}>
      {relative ? formatRelative(at) : formatDateTime(at)}
    </time>
  );
}
