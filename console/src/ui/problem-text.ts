import { ApiProblem } from '../../../clients/typescript/src/api-problem.ts';

/** What to tell a person about a request that failed. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'The service cannot be reached. Try again in a moment.';
  const details = error.details.map(({ path, message }) => `${path.replace(/^\//, '')} ${message}`.trim());
  return details.length > 0 ? details.join(', ') : error.message;
}
