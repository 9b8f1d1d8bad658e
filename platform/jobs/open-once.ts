import type { JobQueue } from './backend.ts';

/** The library remembers a failed first connection for good, so what failed to open is opened anew the next time. */
export function openOnce(open: (name: string) => Promise<JobQueue>) {
  const opened = new Map<string, Promise<JobQueue>>();
  return {
    get: (name: string): Promise<JobQueue> => {
      const known = opened.get(name);
      if (known) return known;
      const opening = open(name);
      opened.set(name, opening);
      opening.catch(() => opened.delete(name));
      return opening;
    },
    close: async (): Promise<void> => {
      await Promise.allSettled([...opened.values()].map(async (queue) => (await queue).close()));
    },
  };
}
