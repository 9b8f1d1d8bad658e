import { Histogram, type Registry } from 'prom-client';
import { createMetricsRegistry, type MetricsSources } from '../../platform/metrics.ts';

/** What the API measures about itself. */
export interface Metrics {
  registry: Registry;
  /** @param route the pattern of the route, never the path: paths carry ids */
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  /** A part of an assessment: load, score, record... */
  observeStage(stage: string, seconds: number): void;
}

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STAGE_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

export function createMetrics(sources: MetricsSources = {}): Metrics {
  const registry = createMetricsRegistry(sources);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to its answer',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_BUCKETS,
    registers: [registry],
  });
  const stages = new Histogram({
    name: 'assessment_stage_duration_seconds',
    help: 'Time spent in each stage of an assessment',
    labelNames: ['stage'],
    buckets: STAGE_BUCKETS,
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    observeStage: (stage, seconds) => stages.observe({ stage }, seconds),
  };
}
