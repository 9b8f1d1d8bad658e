import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { AssessmentResponse } from '../../api/risk-engine/schemas.ts';
import type { IngestStep, Labels } from './data.ts';

export interface Dump {
  add: (step: IngestStep, assessment: AssessmentResponse) => Promise<void>;
  close(): Promise<void>;
}

/** Writes what the service made of every event, also of those whose score does not count, as gzipped JSON lines. */
export function openDump(file: string, labels: Labels): Dump {
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(file));
  // Told by close; until then nobody waits for it.
  written.catch(() => {});
  return {
    add: async ({ id, at, score: scored }, { riskScore, action, reasonCodes, featureContributions }) => {
      const event = { id, at: new Date(at).toISOString(), label: labels.get(id), scored };
      const line = JSON.stringify({ ...event, riskScore, action, reasonCodes, featureContributions });
      if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
    },
    close: async () => {
      gzip.end();
      await written;
    },
  };
}
