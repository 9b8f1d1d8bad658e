import { problemText } from './problem-text.ts';

/** What went wrong, beside what was tried; nothing while nothing has. */
export function Failure({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p className="notice notice-bad" role="alert">
      {problemText(error)}
    </p>
  );
}
