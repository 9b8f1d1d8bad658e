import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { IngestEvent } from '../../api/events/schemas.ts';
import type { Outcome } from '../../engine/vocabulary.ts';
import { StartError } from '../../platform/start-error.ts';
import type { DataSet } from './options.ts';

/** One call of a replay. Times are event time, in Unix milliseconds. */
export type Step = IngestStep | FeedbackStep;

export interface IngestStep {
  op: 'ingest';
  at: number;
  id: string;
  /** Whether its score counts; the others are only history. */
  score: boolean;
  body: Omit<IngestEvent, 'companyId' | 'idempotencyKey'>;
}

export interface FeedbackStep {
  op: 'feedback';
  at: number;
  /** Id of the event it is about. */
  ref: string;
  outcome: Outcome;
}

/** What an event turned out to be, by its id: 1 is fraud. */
export type Labels = ReadonlyMap<string, 0 | 1>;

export interface DataFiles {
  replay: string;
  truth: string;
}

/** Beside the repository. */
const DEFAULT_DIR = path.resolve(import.meta.dirname, '../../../shared/quality');

/**
 * The files of a data set: in the folder that is told, else in that of QUALITY_DATA, else in `../shared/quality` beside
 * the repository.
 *
 * @throws StartError naming all three ways to supply them when they are not there
 */
export function findDataFiles(
  dataSet: DataSet,
  dataDir: string | undefined,
  environment: Record<string, string | undefined>,
): DataFiles {
  const dir = path.resolve(dataDir ?? (environment['QUALITY_DATA'] || DEFAULT_DIR));
  const files = {
    replay: path.join(dir, `${dataSet}.replay.jsonl.gz`),
    truth: path.join(dir, `${dataSet}.truth.csv.gz`),
  };
  const missing = Object.values(files).filter((file) => !existsSync(file));
  if (missing.length > 0) {
    throw new StartError(
      `${missing.map((file) => path.basename(file)).join(' and ')} not found in ${dir}: name the folder of the labelled ` +
        `data with --data DIR or QUALITY_DATA, or put it at ${DEFAULT_DIR}`,
    );
  }
  return files;
}

/** Reads a replay, one call after the other, in the order of the file. */
export async function* readSteps(file: string): AsyncGenerator<Step> {
  for await (const line of readLines(file)) {
    const step = JSON.parse(line) as Step & { at: unknown };
    yield { ...step, at: Date.parse(String(step.at)) };
  }
}

/** Reads the labels of a truth file: `id,label,scored`. */
export async function readLabels(file: string): Promise<Labels> {
  const labels = new Map<string, 0 | 1>();
  for await (const line of readLines(file)) {
    const [id = '', label] = line.split(',');
    if (label === '0' || label === '1') labels.set(id, label === '1' ? 1 : 0);
  }
  return labels;
}

function readLines(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
}
