import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { toErrorBody } from './error-response.ts';
import { ApiError } from './errors.ts';

/** Node keeps the answer a connection is busy with there; its own handler of these errors looks at it too. */
type BusySocket = Duplex & { _httpMessage?: ServerResponse | null };

/** What node's parser could not read as HTTP never reaches the application; it still gets an error body. */
export function answerClientError(error: NodeJS.ErrnoException, socket: BusySocket): void {
  // Nobody is listening any more, or an answer is already on its way.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const message = 'The request is not valid HTTP, is too large or came too slowly';
  const body = JSON.stringify(toErrorBody(new ApiError('VALIDATION_FAILED', { message }), requestId));
  socket.end(
    'HTTP/1.1 400 Bad Request\r\n' +
      'content-type: application/json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n` +
      `x-request-id: ${requestId}\r\n` +
      'cache-control: no-store\r\n' +
      'connection: close\r\n\r\n' +
      body,
  );
}
