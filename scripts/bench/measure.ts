import type pg from 'pg';
import { TARGETS, type LoadSetup, type Phase, type PhaseOutcome, type Target } from './protocol.ts';
import type { Child } from './system/child.ts';
import { watchGraphLag } from './system/graph-lag.ts';
import { listStatements, resetStatements, type StatementUse } from './system/statistics.ts';
import { readCpu, readResidentBytes } from './system/usage.ts';

export interface Measurement {
  phase: string;
  target: Target;
  /** Requests per second that were asked for; undefined in a closed loop. */
  rate: number | undefined;
  connections: number;
  outcome: PhaseOutcome;
  /** Milliseconds of processor time per request. */
  cpuMs: { server: number | undefined; postgres: number | undefined };
  /** Memory of the serving process after the phase, of the largest if there are several. */
  residentBytes: number | undefined;
  /** What the service asked of the database. */
  statements: StatementUse[];
  /** Seconds that the oldest change of the graph had waited for the workers at the worst moment; undefined without them. */
  graphLagSeconds: number | undefined;
}

export interface Bench {
  database: pg.Client;
  hasWorkers: boolean;
  load: Child;
  apis: readonly Child[];
  floor: Child;
  postmasterPid: number;
  setup: LoadSetup;
  seconds: number;
  onMeasured: (measurement: Measurement) => void;
}

const LATENCY = { name: 'latency', connections: 4 };
const THROUGHPUT = { name: 'throughput', connections: 16 };
const OPEN_LOOP = { name: 'open loop', connections: 256 };
/** The fixed rate of the open loop, as a share of what the target did at most. */
const OPEN_LOOP_SHARE = 0.5;

/**
 * Runs all phases. Each one measures all targets before the next begins, so that what is compared was measured within
 * the same moments.
 */
export async function runPhases(bench: Bench): Promise<Measurement[]> {
  const { seconds } = bench;
  const results: Measurement[] = [];
  const measureAll = async (phaseOf: (target: Target) => Phase) => {
    for (const target of TARGETS) results.push(await measure(bench, phaseOf(target), target));
  };
  await bench.load.ask({ setup: bench.setup });
  for (const target of TARGETS) await measure(bench, { ...THROUGHPUT, name: 'warm-up', seconds }, target);
  await measureAll(() => ({ ...LATENCY, seconds }));
  await measureAll(() => ({ ...THROUGHPUT, seconds }));
  const fastest = (target: Target) =>
    Math.max(...results.filter((result) => result.target === target).map(requestsPerSecond));
  const rates = new Map(TARGETS.map((target) => [target, Math.max(1, OPEN_LOOP_SHARE * fastest(target))]));
  await measureAll((target) => ({ ...OPEN_LOOP, seconds, rate: rates.get(target) }));
  return results;
}

/** Requests answered per second. */
export function requestsPerSecond({ outcome }: Measurement): number {
  return outcome.seconds > 0 ? outcome.requests / outcome.seconds : 0;
}

/** One stretch of load, with what it cost. */
export async function measure(bench: Bench, phase: Phase, target: Target): Promise<Measurement> {
  const { apis, database, floor, hasWorkers, load, postmasterPid } = bench;
  const servers = (target === 'floor' ? [floor] : apis).map(({ pid }) => pid);
  await resetStatements(database);
  const lag = hasWorkers && target !== 'floor' ? watchGraphLag(database) : undefined;
  const before = readCpu(servers, postmasterPid);
  const outcome = await load.ask<PhaseOutcome>({ run: phase, target });
  const after = readCpu(servers, postmasterPid);
  const perRequest = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : ((to - from) * 1000) / Math.max(1, outcome.requests);
  const measurement = {
    phase: phase.name,
    target,
    rate: phase.rate,
    connections: phase.connections,
    outcome,
    cpuMs: {
      server: perRequest(before.server, after.server),
      postgres: perRequest(before.postgres, after.postgres),
    },
    residentBytes: Math.max(...servers.map((pid) => readResidentBytes(pid) ?? NaN)) || undefined,
    statements: target === 'floor' ? [] : await listStatements(database),
    graphLagSeconds: await lag?.end(),
  };
  bench.onMeasured(measurement);
  return measurement;
}
