import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type Connection } from './connection.ts';
import type { Recorder } from './recorder.ts';
import type { RequestSource } from './requests.ts';

interface OpenLoop {
  /** Connections are spread evenly over them. */
  ports: readonly number[];
  /** Connections at most; requests beyond them wait, and their waiting counts. */
  connections: number;
  seconds: number;
  /** Requests per second. */
  rate: number;
}

/** Servers close connections that idle for some seconds; one that might be about to is not used any more. */
const MAX_IDLE_MS = 2_000;
const DRAIN_MS = 30_000;
const POLL_MS = 5;

/**
 * Sends at a fixed rate whatever the server does. Latency counts from the moment a request was due, so that a server
 * that stalls is charged for every request that had to wait (no coordinated omission).
 */
export async function runOpenLoop(
  { ports, connections, seconds, rate }: OpenLoop,
  nextRequest: RequestSource,
  createRecorder: () => Recorder,
): Promise<Recorder> {
  let turn = 0;
  const openNext = () => openConnection(ports[(turn += 1) % ports.length]!);
  const free = await Promise.all(Array.from({ length: Math.min(connections, 16) }, openNext));
  let opened = free.length;
  const backlog: number[] = [];
  let unanswered = 0;
  const recorder = createRecorder();

  const send = async (dueAt: number): Promise<void> => {
    const connection = takeFresh() ?? (await openAnother());
    const request = nextRequest();
    const sentAt = performance.now();
    recorder.record(await connection.exchange(request), dueAt, sentAt);
    unanswered -= 1;
    if (connection.closed) opened -= 1;
    else free.push(connection);
    const waiting = backlog.shift();
    if (waiting !== undefined) void send(waiting);
  };

  /** The connection that was used last, so that those not needed grow old and are closed. */
  const takeFresh = (): Connection | undefined => {
    const connection = free.pop();
    if (!connection) return undefined;
    if (!connection.closed && performance.now() - connection.usedAt < MAX_IDLE_MS) return connection;
    connection.close();
    opened -= 1;
    return takeFresh();
  };

  const openAnother = (): Promise<Connection> => {
    opened += 1;
    return openNext();
  };

  const dispatch = (dueAt: number): void => {
    unanswered += 1;
    if (free.length > 0 || opened < connections) void send(dueAt);
    else backlog.push(dueAt);
  };

  await keepPace(rate, seconds, dispatch);
  const deadline = performance.now() + DRAIN_MS;
  while (unanswered > 0 && performance.now() < deadline) await sleep(POLL_MS);
  for (const connection of free) connection.close();
  while (unanswered-- > 0) recorder.record('unanswered', deadline - DRAIN_MS, deadline);
  return recorder;
}

/** Calls `dispatch` with each moment a request is due, as soon after it as timers allow (about a millisecond). */
async function keepPace(rate: number, seconds: number, dispatch: (dueAt: number) => void): Promise<void> {
  const startedAt = performance.now();
  const total = Math.floor(rate * seconds);
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - startedAt) * rate) / 1000));
    for (; sent < due; sent += 1) dispatch(startedAt + (sent * 1000) / rate);
    await sleep(1);
  }
}
