import { readSteps, type DataFiles, type FeedbackStep, type IngestStep, type Labels, type Step } from './data.ts';
import type { DataSet, ReplayOptions } from './options.ts';
import { chooseSlice } from './slice.ts';

/** How much there is to replay. */
export interface Extent {
  calls: number;
  /** Event time of the last call, in Unix milliseconds. */
  lastAt: number;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * Prepares the calls of a run, in their order: all of the file or a slice, with the labels that the run wants.
 *
 * @returns opens them, as often as wanted
 */
export async function prepareSteps(
  files: DataFiles,
  dataSet: DataSet,
  labels: Labels,
  { quick, feedback }: Pick<ReplayOptions, 'quick' | 'feedback'>,
): Promise<() => AsyncGenerator<Step>> {
  const read = () => readSteps(files.replay);
  const slice = quick ? await chooseSlice(dataSet, read) : undefined;
  return () => {
    const steps = slice ? slice(read()) : read();
    if (feedback === '7') return steps;
    return feedback === 'none' ? dropFeedback(steps) : retimeFeedback(steps, labels, Number(feedback) * DAY_MS);
  };
}

/** Only the events. */
export async function* dropFeedback(steps: AsyncIterable<Step>): AsyncGenerator<IngestStep> {
  for await (const step of steps) if (step.op === 'ingest') yield step;
}

/**
 * Labels each event so long after it, in place of the feedback of the file, which ends when its delay would pass the last
 * event. A label that is due at the time of an event is known to it.
 *
 * @param steps in time order
 */
export async function* retimeFeedback(
  steps: AsyncIterable<Step>,
  labels: Labels,
  delayMs: number,
): AsyncGenerator<Step> {
  const due: FeedbackStep[] = [];
  let next = 0;
  for await (const step of dropFeedback(steps)) {
    for (let label = due[next]; label && label.at <= step.at; label = due[next]) {
      yield label;
      next += 1;
    }
    yield step;
    const label = labels.get(step.id);
    if (label === undefined) continue;
    due.push({
      op: 'feedback',
      at: step.at + delayMs,
      ref: step.id,
      outcome: label === 1 ? 'confirmed_fraud' : 'approved',
    });
  }
}

/** Counts the calls of a run, and finds its end. */
export async function measureSteps(steps: AsyncIterable<Step>): Promise<Extent> {
  const extent = { calls: 0, lastAt: -Infinity };
  for await (const { at } of steps) {
    extent.calls += 1;
    extent.lastAt = Math.max(extent.lastAt, at);
  }
  return extent;
}

/** By how many milliseconds times are moved: whole weeks, so that the last event lies in the week that ends now. */
export function chooseShift(lastAt: number, now: number): number {
  return Math.floor((now - lastAt) / WEEK_MS) * WEEK_MS;
}
