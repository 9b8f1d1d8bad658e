import { requestsPerSecond, type Measurement } from './measure.ts';
import type { Target } from './protocol.ts';
import type { Soak } from './soak.ts';

type Cell = string | number | undefined;

const MIB = 1024 * 1024;
/** Statements that are listed for each endpoint. */
const LISTED_STATEMENTS = 6;
/** Smaller tables are listed only when they changed. */
const LARGE_TABLE = 100;

/** The table of all phases and targets. */
export function formatMeasurements(measurements: readonly Measurement[]): string {
  const hasWorkers = measurements.some(({ graphLagSeconds }) => graphLagSeconds !== undefined);
  const rows = measurements.map((measurement) => {
    const { outcome, target, phase, rate, connections, cpuMs, residentBytes } = measurement;
    const floor = measurements.find((other) => other.phase === phase && other.target === 'floor');
    const { p50, p90, p99, p999 } = outcome.latency;
    return [
      rate === undefined ? `${phase}, ${connections} connections` : `${phase}, ${Math.round(rate)}/s`,
      target,
      ...[p50, p90, p99, p999].map(formatNumber),
      requestsPerSecond(measurement).toFixed(0),
      floor && formatRatio(p50, floor.outcome.latency.p50),
      // In an open loop the rate was chosen, not found.
      rate === undefined ? floor && formatRatio(requestsPerSecond(floor), requestsPerSecond(measurement)) : '',
      formatNumber(cpuMs.server),
      target === 'floor' ? '' : formatNumber(cpuMs.postgres),
      residentBytes === undefined ? '-' : (residentBytes / MIB).toFixed(0),
      ...(hasWorkers ? [target === 'floor' ? '' : formatNumber(measurement.graphLagSeconds)] : []),
      formatErrors(outcome.errors),
    ];
  });
  return formatTable(
    [
      ['phase', 'target', 'p50 ms', 'p90 ms', 'p99 ms', 'p99.9 ms', 'req/s', 'p50 × floor', 'req/s floor ×'],
      ['CPU ms/req', 'PG CPU ms/req', 'RSS MB', ...(hasWorkers ? ['graph lag s'] : []), 'errors'],
    ].flat(),
    rows,
  );
}

/** What one request of an endpoint asks of the database. */
export function formatStatements(measurements: readonly Measurement[], target: Target): string {
  const measurement = measurements.find((one) => one.target === target && one.phase === 'throughput');
  const { statements = [], outcome } = measurement ?? {};
  const requests = Math.max(1, outcome?.requests ?? 0);
  const total = statements.reduce((sum, { calls }) => sum + calls, 0);
  const rows = statements
    .slice(0, LISTED_STATEMENTS)
    .map(({ text, calls, meanMs, pages }) => [
      (calls / requests).toFixed(3),
      meanMs.toFixed(3),
      pages.toFixed(0),
      text,
    ]);
  return `${target}: ${(total / requests).toFixed(2)} statements per request\n${formatTable(['per request', 'ms each', 'pages', 'statement'], rows)}`;
}

/** Rows of the tables that changed or are not small, before and after. */
export function formatRows(before: Record<string, number>, after: Record<string, number>): string {
  const rows = Object.entries(after)
    .filter(([name, count]) => count !== before[name] || count >= LARGE_TABLE)
    .map(([name, count]) => [name, String(before[name] ?? 0), String(count)]);
  return formatTable(['table', 'rows before', 'rows after'], rows);
}

/** Memory and open files of the API under steady load, from its first minute to its last. */
export function formatSoak({ seconds, samples, measurements }: Soak): string {
  const requests = measurements.reduce((sum, { outcome }) => sum + outcome.requests, 0);
  const rows = samples.map(({ afterSeconds, residentBytes, openFiles }) => [
    afterSeconds.toFixed(0),
    residentBytes === undefined ? '-' : (residentBytes / MIB).toFixed(0),
    String(openFiles ?? '-'),
  ]);
  const table = formatTable(['after s', 'RSS MB', 'open files'], rows);
  return `soak: ${requests} requests in ${seconds.toFixed(0)} s, assess and ingest in turn, 16 connections\n${table}`;
}

function formatErrors(errors: Record<string, number>): string {
  const entries = Object.entries(errors);
  return entries.length === 0 ? '0' : entries.map(([status, count]) => `${status}: ${count}`).join(', ');
}

function formatNumber(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(2);
}

function formatRatio(value: number, base: number): string {
  return base > 0 ? (value / base).toFixed(1) : '-';
}

/** Columns as wide as they must be; numbers, which are all but the first and last columns of a table, to the right. */
function formatTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map((cell) => String(cell ?? '')));
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumber = (text: string) => /^[\d.-]+$/.test(text);
  return lines
    .map((line, index) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          const right = isNumber(cell) || (index === 0 && isNumber(lines[1]?.[column] ?? ''));
          return right ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
