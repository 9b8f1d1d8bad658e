import { parseArgs } from 'node:util';

export type Command = 'list' | 'failed' | 'retry' | 'drop';

export interface QueuesOptions {
  command: Command;
  /** The queue a command is about; undefined: all of them are listed. */
  queue: string | undefined;
  json: boolean;
}

export const USAGE = `Usage: npm run queues                      all queues at a glance
       npm run queues -- failed <queue>    the last jobs that were given up
       npm run queues -- retry <queue>     lets all of those run again
       npm run queues -- drop <queue>      forgets all of those
Add --json for JSON.`;

const QUEUE_COMMANDS = ['failed', 'retry', 'drop'] as const;

/** The command line is wrong; the message says how. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Reads the command line of `npm run queues`.
 *
 * @param known names of the queues there are
 * @throws UsageError when the command, the queue or an option is unknown
 */
export function readOptions(args: readonly string[], known: readonly string[]): QueuesOptions {
  const { values, positionals } = parse(args);
  const { json } = values;
  const [name, queue, ...rest] = positionals;
  if (name === undefined) return { command: 'list', queue: undefined, json };
  const command = QUEUE_COMMANDS.find((candidate) => candidate === name);
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}`);
  if (queue === undefined || rest.length > 0) throw new UsageError(`${command} takes the name of one queue`);
  if (!known.includes(queue)) {
    throw new UsageError(`There is no queue ${JSON.stringify(queue)}; known are ${known.join(', ')}`);
  }
  return { command, queue, json };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
