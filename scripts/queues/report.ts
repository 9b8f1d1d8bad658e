import type { FailedJob } from '../../platform/jobs/failed-jobs.ts';
import type { QueueSummary } from '../../platform/jobs/inspect.ts';
import { renderTable, type Column } from '../demo/table.ts';

const SECOND_MS = 1_000;
const UNITS = [
  { name: 'd', ms: 86_400 * SECOND_MS },
  { name: 'h', ms: 3_600 * SECOND_MS },
  { name: 'min', ms: 60 * SECOND_MS },
  { name: 's', ms: SECOND_MS },
];
const REASON_LENGTH = 80;

/** A line per queue. */
export function renderSummaries(summaries: readonly QueueSummary[], nowMs: number): string[] {
  const count = (title: 'waiting' | 'delayed' | 'active' | 'failed'): Column<QueueSummary> => ({
    title,
    align: 'right',
    cell: (summary) => String(summary[title]),
  });
  const age = (title: string, read: (summary: QueueSummary) => number | undefined): Column<QueueSummary> => ({
    title,
    align: 'right',
    cell: (summary) => formatAge(read(summary), nowMs),
  });
  return renderTable(summaries, [
    { title: 'queue', align: 'left', cell: ({ queue }) => queue },
    count('waiting'),
    count('delayed'),
    count('active'),
    count('failed'),
    age('longest wait', ({ oldestWaitingAt }) => oldestWaitingAt),
    age('last completed', ({ lastCompletedAt }) => lastCompletedAt),
    age('oldest failed', ({ oldestFailedAt }) => oldestFailedAt),
  ]);
}

/** A line per failed job; times in UTC. */
export function renderFailedJobs(jobs: readonly FailedJob[]): string[] {
  return renderTable(jobs, [
    { title: 'id', align: 'left', cell: ({ id }) => id },
    { title: 'failed at', align: 'left', cell: ({ failedAt }) => toIsoTime(failedAt) },
    { title: 'attempts', align: 'right', cell: ({ attempts }) => String(attempts) },
    { title: 'payload', align: 'left', cell: ({ payload }) => JSON.stringify(payload) },
    { title: 'reason', align: 'left', cell: ({ reason }) => shorten(reason) },
  ]);
}

/** Summaries with moments as people and programs read them. */
export function toJsonSummary({ oldestWaitingAt, lastCompletedAt, oldestFailedAt, ...counts }: QueueSummary): object {
  return {
    ...counts,
    oldestWaitingAt: toIsoTimeOrNull(oldestWaitingAt),
    lastCompletedAt: toIsoTimeOrNull(lastCompletedAt),
    oldestFailedAt: toIsoTimeOrNull(oldestFailedAt),
  };
}

export function toJsonFailedJob({ failedAt, ...job }: FailedJob): object {
  return { ...job, failedAt: toIsoTime(failedAt) };
}

/** How long ago a moment was, in its largest whole unit; a dash when there is none. */
function formatAge(moment: number | undefined, nowMs: number): string {
  if (moment === undefined) return '-';
  const ageMs = Math.max(0, nowMs - moment);
  const unit = UNITS.find(({ ms }) => ageMs >= ms);
  return unit ? `${Math.floor(ageMs / unit.ms)} ${unit.name}` : '0 s';
}

function shorten(reason: string): string {
  const line = reason.split('\n', 1)[0] ?? '';
  return line.length > REASON_LENGTH ? `${line.slice(0, REASON_LENGTH - 1)}…` : line;
}

function toIsoTime(moment: number): string {
  return new Date(moment).toISOString();
}

function toIsoTimeOrNull(moment: number | undefined): string | null {
  return moment === undefined ? null : toIsoTime(moment);
}
