import type { AssessmentResponse } from '../../api/risk-engine/schemas.ts';
import type { Progress } from '../demo/progress.ts';
import type { Client } from './client.ts';
import type { FeedbackStep, IngestStep, Labels, Step } from './data.ts';
import type { Background } from './system/workers.ts';
import type { DataSet } from './options.ts';
import { splitOf, toScoredEvent, type ScoredEvent } from './scored-event.ts';

export interface Replay {
  client: Pick<Client, 'ingest' | 'sendFeedback'>;
  dataSet: DataSet;
  steps: AsyncIterable<Step>;
  labels: Labels;
  /** Added to every event time, in milliseconds. */
  shiftMs: number;
  /** Event time between two waits for the workers, in milliseconds; undefined: none. */
  idleEveryMs: number | undefined;
  background: Background;
  progress: Pick<Progress, 'advance'>;
  /** Gets every event as the service answered it, also those whose score does not count. */
  onAssessed?: (step: IngestStep, assessment: AssessmentResponse) => Promise<void> | void;
  signal: AbortSignal;
}

export interface Replayed {
  scored: ScoredEvent[];
  calls: number;
  /** In all, and how much of it the workers were waited for. */
  seconds: number;
  waitedSeconds: number;
  /** Answers without one of the sources of the score. */
  degraded: number;
  /** Background jobs that were given up. */
  failedJobs: number;
}

/**
 * Makes the calls of a replay strictly one after the other, so that each score comes from the same past in every run. For
 * the same reason the workers come to rest whenever so much event time has passed.
 *
 * @throws ServiceError when a call is refused, and the reason of the signal when that is aborted
 */
export async function replaySteps(replay: Replay): Promise<Replayed> {
  const { steps, idleEveryMs, background, progress, signal } = replay;
  const result: Replayed = { scored: [], calls: 0, seconds: 0, waitedSeconds: 0, degraded: 0, failedJobs: 0 };
  const assessmentIds = new Map<string, string>();
  const startedAt = performance.now();
  let period: number | undefined;
  for await (const step of steps) {
    signal.throwIfAborted();
    const current = idleEveryMs && Math.floor(step.at / idleEveryMs);
    if (period !== undefined && current !== period)
      result.waitedSeconds += await timeOf(() => background.waitUntilIdle(signal));
    period = current;
    if (step.op === 'ingest') await playEvent(replay, step, assessmentIds, result);
    else await playFeedback(replay, step, assessmentIds);
    result.calls += 1;
    progress.advance(step.at);
  }
  result.failedJobs = await background.countFailed();
  result.seconds = (performance.now() - startedAt) / 1_000;
  return result;
}

async function playEvent(
  { client, dataSet, labels, shiftMs, onAssessed }: Replay,
  step: IngestStep,
  assessmentIds: Map<string, string>,
  result: Replayed,
): Promise<void> {
  const { id, score, body } = step;
  const timestamp = new Date(Date.parse(body.timestamp) + shiftMs).toISOString();
  const assessment = await client.ingest({ ...body, timestamp }, id);
  assessmentIds.set(id, assessment.assessmentId);
  if (assessment.reasonCodes.some((reason) => reason.startsWith('DEGRADED_'))) result.degraded += 1;
  await onAssessed?.(step, assessment);
  if (!score) return;
  const label = labels.get(id);
  if (label === undefined) throw new Error(`the truth file does not name ${id}`);
  result.scored.push(toScoredEvent(assessment, { id, label, split: splitOf(dataSet, result.scored.length) }));
}

async function playFeedback(
  { client }: Replay,
  { ref, outcome }: FeedbackStep,
  assessmentIds: ReadonlyMap<string, string>,
): Promise<void> {
  const assessmentId = assessmentIds.get(ref);
  if (assessmentId === undefined) throw new Error(`feedback comes before its event ${ref}`);
  await client.sendFeedback(assessmentId, outcome);
}

/** Runs a task. Resolves with the seconds it took. */
async function timeOf(task: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return (performance.now() - startedAt) / 1_000;
}
