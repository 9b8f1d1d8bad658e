import { measure, type Bench, type Measurement } from './measure.ts';
import { countOpenFiles, readResidentBytes } from './system/usage.ts';

/** What one process of the API holds at a moment. */
export interface SoakSample {
  afterSeconds: number;
  residentBytes: number | undefined;
  openFiles: number | undefined;
}

export interface Soak {
  seconds: number;
  samples: SoakSample[];
  measurements: Measurement[];
}

const CONNECTIONS = 16;
const STRETCH_SECONDS = 15;

/**
 * Keeps the service as busy as it can be, one stretch of assessments and one of events after the other, and looks at the
 * memory and the open files of the first process of the API after each.
 */
export async function runSoak(bench: Bench, seconds: number): Promise<Soak> {
  const [api] = bench.apis;
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const samples: SoakSample[] = [];
  const measurements: Measurement[] = [];
  const phase = { name: 'soak', connections: CONNECTIONS, seconds: STRETCH_SECONDS };
  while (api && elapsed() < seconds) {
    for (const target of ['assess', 'ingest'] as const) measurements.push(await measure(bench, phase, target));
    const { pid } = api;
    samples.push({ afterSeconds: elapsed(), residentBytes: readResidentBytes(pid), openFiles: countOpenFiles(pid) });
  }
  return { seconds: elapsed(), samples, measurements };
}
