import { openConnection } from './connection.ts';
import type { Recorder } from './recorder.ts';
import type { RequestSource } from './requests.ts';

interface ClosedLoop {
  /** Connections are spread evenly over them. */
  ports: readonly number[];
  connections: number;
  seconds: number;
}

/** Each connection sends its next request when the one before is answered. */
export async function runClosedLoop(
  { ports, connections, seconds }: ClosedLoop,
  nextRequest: RequestSource,
  createRecorder: () => Recorder,
): Promise<Recorder> {
  const opened = await Promise.all(
    Array.from({ length: connections }, (_, index) => openConnection(ports[index % ports.length]!)),
  );
  const recorder = createRecorder();
  const deadline = performance.now() + seconds * 1000;
  await Promise.all(
    opened.map(async (connection) => {
      while (performance.now() < deadline && !connection.closed) {
        const request = nextRequest();
        const sentAt = performance.now();
        recorder.record(await connection.exchange(request), sentAt, sentAt);
      }
      connection.close();
    }),
  );
  return recorder;
}
