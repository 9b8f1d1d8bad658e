import { renderTable } from '../demo/table.ts';
import { hasPassed, type Check, type Outcome } from './checks/check.ts';
import { listAccepted } from './load/ledger.ts';
import type { LoggedProblem } from './logs.ts';
import type { Settled } from './settle.ts';

const MAX_PROBLEMS = 40;
const MAX_WIDTH = 160;

interface Figure {
  name: string;
  value: string;
}

/** What happened, in numbers. */
export function renderFigures(
  { ledger, traffic, receiver, system }: Outcome,
  faults: ReadonlyMap<string, number>,
  settled: Settled,
): string[] {
  const deliveries = [...receiver.deliveries.values()];
  const sumOf = (key: 'received' | 'accepted') => deliveries.reduce((sum, delivery) => sum + delivery[key], 0);
  const starts = [system.api, ...system.workers].reduce((sum, kept) => sum + kept.failedStarts(), 0);
  const figures: Figure[] = [
    { name: 'events sent', value: count(ledger.events.length) },
    { name: 'events accepted', value: count(listAccepted(ledger).length) },
    { name: 'sent again on purpose', value: count(ledger.duplicates) },
    { name: 'labelled events', value: count(ledger.labels.size) },
    { name: 'requests', value: count(traffic.attempts) },
    { name: 'requests retried', value: count(traffic.retries) },
    ...[...traffic.answers].sort().map(([answer, times]) => ({ name: `answered ${answer}`, value: count(times) })),
    { name: 'longest wait for a 200', value: seconds(traffic.slowestMs / 1_000) },
    { name: 'deliveries seen by subscribers', value: count(deliveries.length) },
    { name: 'attempts seen by subscribers', value: count(sumOf('received')) },
    { name: 'attempts they accepted', value: count(sumOf('accepted')) },
    ...[...faults].map(([kind, times]) => ({ name: kind, value: count(times) })),
    { name: 'starts given up while a server was away', value: count(starts) },
    { name: 'settled after the last fault', value: seconds(settled.seconds) },
  ];
  return renderTable(figures, [
    { title: 'figure', align: 'left', cell: ({ name }) => name },
    { title: 'value', align: 'right', cell: ({ value }) => value },
  ]);
}

/** What must hold, and what is wrong where it does not. */
export function renderChecks(checks: readonly Check[]): string[] {
  const table = renderTable(checks, [
    { title: 'check', align: 'left', cell: ({ name }) => name },
    { title: 'expected', align: 'right', cell: ({ expected }) => count(expected) },
    { title: 'found', align: 'right', cell: ({ found }) => count(found) },
    { title: '', align: 'left', cell: (check) => (hasPassed(check) ? 'ok' : 'FAILED') },
  ]);
  const wrong = checks.flatMap(({ name, examples }) => examples.map((example) => `${name}: ${example}`));
  return [...table, ...wrong];
}

/** What the processes logged: errors, of which many belong to a test of faults, and if something failed, all warnings. */
export function renderProblems(problems: readonly LoggedProblem[], withWarnings: boolean): string[] {
  const shown = problems.filter(({ isError }) => isError || withWarnings).slice(0, MAX_PROBLEMS);
  return renderTable(shown, [
    { title: 'times', align: 'right', cell: ({ times }) => count(times) },
    { title: 'first', align: 'left', cell: ({ first }) => first },
    { title: 'last', align: 'left', cell: ({ last }) => last },
    { title: 'logged', align: 'left', cell: ({ text }) => text.slice(0, MAX_WIDTH) },
  ]);
}

/** Jobs that were given up: what they were about is done by later ones. */
export function renderFailedJobs(failures: readonly { queue: string; reason: string }[]): string[] {
  const times = new Map<string, number>();
  for (const { queue, reason } of failures) {
    const text = `${queue}: ${reason.slice(reason.lastIndexOf('\n') + 1)}`;
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  return renderTable(
    [...times].map(([text, number]) => ({ text, number })),
    [
      { title: 'times', align: 'right', cell: ({ number }) => count(number) },
      { title: 'failed job', align: 'left', cell: ({ text }) => text.slice(0, MAX_WIDTH) },
    ],
  );
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function seconds(number: number): string {
  return `${number.toFixed(1)} s`;
}
