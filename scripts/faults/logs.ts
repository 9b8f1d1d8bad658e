import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface LogLine {
  level: number;
  time?: string;
  component?: string;
  msg?: string;
  queue?: string;
  outcome?: string;
  err?: { message?: string; code?: string };
}

/** What was logged, the same lines added up. */
export interface LoggedProblem {
  isError: boolean;
  text: string;
  times: number;
  /** Time of day (UTC) of the first and the last of them. */
  first: string;
  last: string;
}

const WARN_LEVEL = 40;
const ERROR_LEVEL = 50;
/** What a start that is given up says, on purpose without a logger: a person reads it. */
const START_GIVEN_UP = /^Cannot start\. /;

/** The warnings and errors of all processes, the most frequent first. */
export function listLoggedProblems(logDir: string): LoggedProblem[] {
  const problems = new Map<string, LoggedProblem>();
  for (const line of readLogs(logDir).flatMap(parseLine)) {
    if (line.level < WARN_LEVEL || line.msg === 'request') continue;
    const text = describeLine(line);
    const at = line.time?.slice(11, 23) ?? '';
    const known = problems.get(text) ?? { isError: line.level >= ERROR_LEVEL, text, times: 0, first: at, last: at };
    problems.set(text, { ...known, times: known.times + 1, last: at });
  }
  return [...problems.values()].sort((one, other) => other.times - one.times);
}

/** Lines that were not written by the logger, and may hold anything. */
export function listStrayLines(logDir: string): string[] {
  // A killed process may leave a line that has a beginning only.
  return readLogs(logDir).filter((text) => !/^(\{|$)/.test(text) && !START_GIVEN_UP.test(text));
}

function readLogs(logDir: string): string[] {
  return readdirSync(logDir).flatMap((name) => readFileSync(path.join(logDir, name), 'utf8').split('\n'));
}

function parseLine(text: string): LogLine[] {
  try {
    return [JSON.parse(text) as LogLine];
  } catch {
    return START_GIVEN_UP.test(text) ? [{ level: WARN_LEVEL, msg: text }] : [];
  }
}

function describeLine({ component, queue, outcome, msg, err }: LogLine): string {
  return [component, queue, outcome, msg, err?.code, err && reasonOf(err)].filter(Boolean).join(' · ');
}

/** The query builder puts the whole statement before the reason. */
function reasonOf({ message = '' }: { message?: string }): string {
  return message.slice(message.lastIndexOf('\n') + 1).replace(/^(?:select|insert|update|delete|with)\b.* - /, '');
}
