import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type MethodResponse,
} from 'openapi-fetch';
import { ApiProblem, readProblem } from './api-problem.ts';
import { withRetries, type RetryOptions } from './retry.ts';
import type { paths } from './schema.ts';
import { createSession, type SessionOptions } from './session.ts';
import { signEvent } from './sign-event.ts';
import type { IngestEvent, IngestResponse, LoginRequest, LoginResponse, Tokens } from './types.ts';

/** What has a way of its own here: a refresh happens by itself, an event is signed. */
type CallablePaths = Omit<paths, '/auth/refresh' | '/events/ingest'>;
type Api = Client<CallablePaths, 'application/json'>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type InitArguments<Init> = undefined extends Init ? [init?: Init] : [init: Init];

/** Calls an operation by its path in the OpenAPI document; answers with the body of its success. */
export type Call<M extends Method> = <Path extends ClientPathsWithMethod<Api, M>>(
  path: Path,
  ...init: InitArguments<MaybeOptionalInit<CallablePaths[Path], M>>
) => Promise<MethodResponse<Api, M, Path>>;

export interface ClientOptions extends RetryOptions, Pick<SessionOptions, 'tokens' | 'onTokens'> {
  /** With the /api at its end: https://risk.example.com/api */
  baseUrl: string;
  /** The signing secret of the company, for `ingestEvent`. */
  signingSecret?: string;
  /** In place of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

/** A client of one company. Whatever the service refuses is thrown as an ApiProblem. */
export interface FraudRiskClient {
  /** Repeated while the service is busy, as long as it asks for. */
  get: Call<'get'>;
  /** Never repeated, as are the next three: what a second one would do, only you know. */
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** Signs in, and stays signed in for as long as the refresh token lives. */
  login(credentials: LoginRequest): Promise<LoginResponse>;
  /** Goes on with the tokens of a registration, or of a session kept elsewhere. */
  setTokens(tokens: Tokens): Promise<void>;
  /**
   * Signs an event and sends these very bytes. Repeated while the service is busy or out of reach, each time with a new
   * nonce: its idempotencyKey makes sure that it counts once.
   */
  ingestEvent(event: IngestEvent, options?: { signal?: AbortSignal }): Promise<IngestResponse>;
}

/** @throws ApiProblem from every method, when the service refuses or fails; TypeError when it cannot be reached */
export function createFraudRiskClient(options: ClientOptions): FraudRiskClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const session = createSession({ ...options, baseUrl, send });
  const api: Api = createClient({ baseUrl, fetch: (request) => sendCall(request) });

  function sendCall(request: Request): Promise<Response> {
    if (request.method !== 'GET') return session.send(request);
    return withRetries(() => session.send(request.clone()), options, request.signal);
  }

  function callBy<M extends Method>(method: M): Call<M> {
    const request = api.request as (method: M, path: string, init?: object) => Promise<Outcome>;
    const call = async (path: string, init?: object) => {
      const { data, error, response } = await request(method, path, init);
      if (!response.ok) throw new ApiProblem(response, error);
      return data;
    };
    return call as Call<M>;
  }

  async function ingestEvent(event: IngestEvent, { signal }: { signal?: AbortSignal } = {}): Promise<IngestResponse> {
    const { signingSecret } = options;
    if (!signingSecret) throw new Error('ingestEvent needs the signingSecret of the company');
    const bytes = new TextEncoder().encode(JSON.stringify(event));
    const attempt = async () => {
      const signed = await signEvent(signingSecret, bytes);
      return send(new Request(`${baseUrl}/events/ingest`, { method: 'POST', ...signed, signal }));
    };
    const response = await withRetries(attempt, options, signal);
    if (!response.ok) throw await readProblem(response);
    return (await response.json()) as IngestResponse;
  }

  const post = callBy('post');
  return {
    get: callBy('get'),
    post,
    put: callBy('put'),
    patch: callBy('patch'),
    delete: callBy('delete'),
    async login(credentials) {
      const answer = await post('/auth/login', { body: credentials });
      await session.replace({ accessToken: answer.accessToken, refreshToken: answer.refreshToken });
      return answer;
    },
    setTokens: (tokens) => session.replace(tokens),
    ingestEvent,
  };
}

/** What openapi-fetch makes of a response. */
interface Outcome {
  data?: unknown;
  error?: unknown;
  response: Response;
}
