import process from 'node:process';

/** What a child process answers with; an error is told instead of thrown. */
export type Reply = { result: unknown } | { error: string };

/** In a child process: answers the messages of its parent, and ends when the parent is gone. */
export function serveParent<Request>(handle: (request: Request) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: Request) => void answer(request));

  async function answer(request: Request): Promise<void> {
    const reply: Reply = await handle(request).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: String(error) }),
    );
    process.send?.(reply);
  }
}
