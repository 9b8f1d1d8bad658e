import type { Schemas } from '../../../../clients/typescript/src/types.ts';

type Evaluation = Schemas['Evaluation'];

/** What was assessed: a request of the assess endpoint, or an event by its type. */
export function eventWords(source: Evaluation['source'], eventType: Evaluation['eventType']): string {
  return source === 'assess' || !eventType ? 'assess request' : eventType.replaceAll('_', ' ');
}
