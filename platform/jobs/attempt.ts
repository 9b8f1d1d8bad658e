import { Ajv } from 'ajv';
import { UnrecoverableError, type Job, type Processor } from 'bullmq';
import type { ErrorDescription } from '../describe-error.ts';
import type { Logger } from '../logger.ts';
import type { JobHandler } from './handler.ts';
import type { JobDefinition, JobMap } from './job-map.ts';
import type { AttemptOutcome, JobMetrics } from './metrics.ts';
import { describeSafely, toStoredError } from './safe-error.ts';

interface AttemptOptions<Jobs extends JobMap> {
  job: JobDefinition;
  handler: JobHandler<Jobs>;
  logger: Logger;
  metrics: Pick<JobMetrics, 'attempt'>;
}

const ajv = new Ajv({ strict: false, validateSchema: false });

type Queued = Pick<Job, 'id' | 'data' | 'attemptsMade' | 'opts' | 'queueName'>;

/**
 * What the queue calls for each attempt: checks the payload, runs the handler, then writes one log line and one metric.
 * A payload that does not fit its schema fails for good. The queue keeps the error as it may be shown.
 */
export function createProcessor<Jobs extends JobMap>({
  job,
  handler,
  logger,
  metrics,
}: AttemptOptions<Jobs>): Processor {
  const validate = ajv.compile(job.payload);

  return async (queued: Queued, _token, signal) => {
    const attempt = queued.attemptsMade + 1;
    const log = logger.child({ queue: queued.queueName, jobId: queued.id, attempt });
    const startedAt = performance.now();
    const report = (outcome: AttemptOutcome, err?: ErrorDescription) => {
      const durationMs = performance.now() - startedAt;
      metrics.attempt(queued.queueName, outcome, durationMs / 1000);
      reportAttempt(log, outcome, durationMs, err);
    };
    if (!validate(queued.data)) {
      const error = new UnrecoverableError(
        ['payload', validate.errors?.[0]?.instancePath, validate.errors?.[0]?.message].filter(Boolean).join(' '),
      );
      report('invalid', describeSafely(error));
      throw error;
    }
    try {
      await handler.handle(queued.data as never, {
        logger: log,
        attempt,
        signal: signal ?? new AbortController().signal,
      });
      report('completed');
    } catch (error) {
      const err = describeSafely(error);
      report(attempt < (queued.opts.attempts ?? 1) ? 'retried' : 'failed', err);
      throw toStoredError(err);
    }
  };
}

function reportAttempt(log: Logger, outcome: AttemptOutcome, durationMs: number, err?: ErrorDescription): void {
  const details = { outcome, durationMs: Math.round(durationMs), ...(err && { err }) };
  if (outcome === 'completed') log.info(details, 'job');
  else if (outcome === 'retried') log.warn(details, 'job');
  else log.error(details, 'job');
}
