import type { Schemas } from './types.ts';

type ErrorBody = Schemas['Error'];

/** A code of the service, or UNEXPECTED_RESPONSE when something else answered: a proxy, a wrong address. */
export type ProblemCode = ErrorBody['code'] | 'UNEXPECTED_RESPONSE';

/** The service refused a request, or failed. Decide by `code`; quote `requestId` when asking for help. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  readonly statusCode: number;
  readonly requestId: string | undefined;
  /** What is wrong with which field; only with VALIDATION_FAILED. */
  readonly details: NonNullable<ErrorBody['details']>;
  /** How long the service asks to wait before another try (429 and 503). */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, body: unknown) {
    const error = isErrorBody(body) ? body : undefined;
    super(error?.message ?? `The service answered ${response.status} without an error body`);
    this.code = error?.code ?? 'UNEXPECTED_RESPONSE';
    this.statusCode = response.status;
    this.requestId = error?.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.details = error?.details ?? [];
    this.retryAfterSeconds = readRetryAfter(response);
  }
}

/** @returns the problem a response tells of; its body is read */
export async function readProblem(response: Response): Promise<ApiProblem> {
  return new ApiProblem(response, await response.json().catch(() => undefined));
}

/** Seconds to wait, or undefined unless the header says so in whole seconds, as this service does. */
export function readRetryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? '';
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
