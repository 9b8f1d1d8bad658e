import type { JobMap, JobName, PayloadOf } from './job-map.ts';
import type { JobMetrics } from './metrics.ts';
import type { JobProducer } from './producer.ts';

/** Signals that nobody waits for: a request is answered while its jobs are still being enqueued. */
export interface JobSignals<Jobs extends JobMap> {
  /** Call it after the commit. What cannot be enqueued is found by the sweeper. */
  send<Name extends JobName<Jobs>>(name: Name, payload: PayloadOf<Jobs, Name>): void;
  /** Waits for those under way, which takes as long as the queue may take to answer. */
  drain(): Promise<void>;
}

interface JobSignalsOptions<Jobs extends JobMap> {
  producer: Pick<JobProducer<Jobs>, 'signal'>;
  metrics: Pick<JobMetrics, 'enqueueFailed'>;
}

/** While a queue is slow or away, requests must not pile up memory behind it. */
const MAX_UNDER_WAY = 1_000;

export function createJobSignals<Jobs extends JobMap>({
  producer,
  metrics,
}: JobSignalsOptions<Jobs>): JobSignals<Jobs> {
  const underWay = new Set<Promise<void>>();
  return {
    send: (name, payload) => {
      if (underWay.size >= MAX_UNDER_WAY) {
        metrics.enqueueFailed(name);
        return;
      }
      const signalled = producer.signal(name, payload).finally(() => underWay.delete(signalled));
      underWay.add(signalled);
    },
    drain: async () => {
      await Promise.all(underWay);
    },
  };
}
