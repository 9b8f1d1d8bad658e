import { readFileSync } from 'node:fs';
import { connectDatabase } from '../../db/connect.ts';
import { systemClock } from '../../platform/clock.ts';
import { createKeyedHasher } from '../../platform/hashing.ts';
import { passCompany } from '../../workers/graph-pass.ts';
import type { PassReport } from '../../workers/graph-pass/run-pass.ts';
import { serveParent } from '../bench/serve-parent.ts';

/* A process like a worker's that makes the passes it is asked for, so that its memory is that of a pass alone. */

export interface PassRequest {
  databaseUrl: string;
  companyId: string;
}

export interface MeasuredPass {
  report: PassReport;
  /** The most memory the whole process ever had, in bytes; undefined where there is no /proc. */
  peakResident: number | undefined;
}

serveParent<PassRequest>(async ({ databaseUrl, companyId }): Promise<MeasuredPass> => {
  const db = connectDatabase({ url: databaseUrl, poolSize: 1, signalTimeoutMs: 1_000 });
  try {
    const dependencies = { db, databaseUrl, clock: systemClock, hasher: createKeyedHasher('bench-graph') };
    const report = await passCompany(dependencies, companyId, new AbortController().signal);
    return { report, peakResident: readPeakResident() };
  } finally {
    await db.close();
  }
});

function readPeakResident(): number | undefined {
  try {
    const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined;
  }
}
