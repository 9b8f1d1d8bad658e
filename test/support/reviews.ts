import { assess, type Answer, type Service, type Tenant } from './service.ts';

type Caller = Pick<Tenant, 'token'>;

export async function postReview(service: Service, { token }: Caller, body: object): Promise<Answer> {
  return service.call('POST', '/api/reviews', { token, body });
}

export async function patchReview(service: Service, { token }: Caller, body: object): Promise<Answer> {
  return service.call('PATCH', '/api/reviews/status', { token, body });
}

export async function fetchReview(service: Service, { token }: Caller, id: unknown): Promise<Answer> {
  return service.call('GET', `/api/reviews/${String(id)}`, { token });
}

export async function fetchReviews(service: Service, { token }: Caller, query = ''): Promise<Answer> {
  return service.call('GET', `/api/reviews${query}`, { token });
}

/** A case for a new assessment. */
export async function openReview(
  service: Service,
  caller: Caller,
  { transaction = {}, analystNote }: { transaction?: object; analystNote?: string } = {},
): Promise<{ reviewId: string; assessmentId: string }> {
  const assessed = await assess(service, caller, transaction);
  const assessmentId = String(assessed.body['assessmentId']);
  const { status, body } = await postReview(service, caller, { assessmentId, analystNote });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return { reviewId: String(body['id']), assessmentId };
}
