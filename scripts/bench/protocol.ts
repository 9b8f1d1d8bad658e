import type { Population } from './population.ts';

/** What is measured: the bare route, and the two endpoints that score. */
export const TARGETS = ['floor', 'assess', 'ingest'] as const;
export type Target = (typeof TARGETS)[number];

/** One stretch of load on one target. */
export interface Phase {
  name: string;
  connections: number;
  seconds: number;
  /** Requests per second, sent whether or not earlier ones were answered; without it each connection waits its turn. */
  rate?: number;
}

/** Everything the load generator must know, sent to it once. */
export interface LoadSetup {
  /** Ports on the loopback address of each target: one for each of its processes. */
  ports: Record<Target, readonly number[]>;
  population: Population;
  companyId: string;
  token: string;
  signingSecret: string;
}

/** Latencies in milliseconds. */
export interface Latency {
  mean: number;
  p50: number;
  p90: number;
  p99: number;
  p999: number;
  max: number;
}

export interface PhaseOutcome {
  requests: number;
  /** From the first request sent to the last answer. */
  seconds: number;
  latency: Latency;
  /** How late requests left the generator, in milliseconds, median and p99: part of the latency of an open loop. */
  lag: { p50: number; p99: number };
  /** Answers other than a complete 200, by status or by what happened to the connection. */
  errors: Record<string, number>;
}

export type LoadRequest = { setup: LoadSetup } | { run: Phase; target: Target };

/** What the floor needs to verify the tokens the API issues. */
export interface FloorSetup {
  signingSecret: string;
}
