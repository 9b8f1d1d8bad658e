import { listStrayLines } from '../logs.ts';
import { checkNone, type Check, type Outcome } from './check.ts';

/** Servers that are away are an answer of their own (503), never a refusal or an unexpected error. */
const EXPECTED_ANSWERS = /^(200|503 .*|no answer)$/;

/** The processes outlived their servers, and clients were told nothing strange. */
export function checkService({ system, traffic }: Outcome): Check[] {
  const ended = [system.api, ...system.workers].flatMap(({ name, endedByItself }) =>
    endedByItself.map((end) => `${name}: ${end}`),
  );
  const strange = [...traffic.answers].filter(([answer]) => !EXPECTED_ANSWERS.test(answer));
  return [
    checkNone('service: processes that ended by themselves', ended),
    checkNone(
      'service: answers other than 200 and 503',
      strange.flatMap(([answer, times]) => Array<string>(times).fill(answer)),
    ),
    checkNone('service: lines past the logger', listStrayLines(system.logDir)),
  ];
}
