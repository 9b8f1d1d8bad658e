import process from 'node:process';
import cliProgress from 'cli-progress';

export interface Progress {
  /** One more step is done; it happened at this event time. */
  advance(at: number): void;
  finish(): void;
}

const LINES_WITHOUT_TERMINAL = 10;

/** A bar on a terminal; a line for every tenth where the output goes to a file or a pipe. */
export function startProgress(total: number): Progress {
  return process.stdout.isTTY ? startBar(total) : startLines(total);
}

function startBar(total: number): Progress {
  const format = '  {bar} {value}/{total} steps  event time {day}  about {eta_formatted} left';
  const bar = new cliProgress.SingleBar(
    { format, hideCursor: true, etaBuffer: 200, barsize: 30 },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, 0, { day: '' });
  return { advance: (at) => bar.increment(1, { day: dayOf(at) }), finish: () => bar.stop() };
}

function startLines(total: number): Progress {
  const every = Math.ceil(total / LINES_WITHOUT_TERMINAL);
  let done = 0;
  return {
    advance: (at) => {
      done += 1;
      if (done % every === 0 || done === total) console.log(`  ${done}/${total} steps, event time ${dayOf(at)}`);
    },
    finish: () => undefined,
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
