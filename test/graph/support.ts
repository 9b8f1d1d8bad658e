import { userKeyOf } from '../../platform/hashing.ts';
import { assess, type Answer, type Service, type Tenant } from '../support/service.ts';

export interface GraphNode {
  id: string;
  label: string;
  group: string;
  properties: Record<string, unknown>;
}
export interface Graph {
  nodes: GraphNode[];
  links: { source: string; target: string; type: string }[];
  meta: { seedUserId: string; nodeCount: number; linkCount: number };
}

type Caller = Pick<Tenant, 'token'>;

export function exploreAssessment(service: Service, { token }: Caller, assessmentId: unknown): Promise<Answer> {
  return service.call('GET', `/api/graph/explore/${String(assessmentId)}`, { token });
}

export function exploreUser(service: Service, { token }: Caller, userId: string): Promise<Answer> {
  return service.call('GET', `/api/graph/explore?${new URLSearchParams({ userId }).toString()}`, { token });
}

/** The graph of an answer that must be a success, and in one piece. */
export function graphOf({ status, body }: Answer): Graph {
  const graph = body as unknown as Graph;
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${JSON.stringify(body)}`);
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const { nodeCount, linkCount } = graph.meta;
  const loose = graph.links.filter(({ source, target }) => !ids.has(source) || !ids.has(target));
  if (
    ids.size !== nodeCount ||
    graph.nodes.length !== nodeCount ||
    graph.links.length !== linkCount ||
    loose.length > 0
  )
    throw new Error(`not one graph: ${JSON.stringify(graph)}`);
  return graph;
}

/** Assesses and returns the id of the assessment. */
export async function assessed(service: Service, tenant: Caller, fields: object): Promise<string> {
  const { body } = await assess(service, tenant, fields);
  return String(body['assessmentId']);
}

export function idsOf({ nodes }: Graph, group: string): string[] {
  return nodes.filter((node) => node.group === group).map(({ id }) => id);
}

export function nodeOf({ nodes }: Graph, id: string): GraphNode | undefined {
  return nodes.find((node) => node.id === id);
}

export function deviceKey(service: Service, device: string): string {
  return service.dependencies.hasher.hash('device', device);
}

/** Users as if each had been assessed an hour ago with these devices: stored directly, for there are many. */
export async function insertUsers(
  service: Service,
  { companyId }: Tenant,
  users: readonly { userId: string; devices: readonly string[] }[],
): Promise<void> {
  const { hasher, db } = service.dependencies;
  const edges = users.flatMap(({ userId, devices }) =>
    devices.map((device) => [userKeyOf(hasher, companyId, userId), deviceKey(service, device)] as const),
  );
  await db.pool.query(
    `insert into risk_users (company_id, user_key, user_id, first_seen_at)
     select $1, key, id, now() - interval '1 hour' from unnest($2::uuid[], $3::text[]) as known (key, id)`,
    [companyId, users.map(({ userId }) => userKeyOf(hasher, companyId, userId)), users.map(({ userId }) => userId)],
  );
  await db.pool.query(
    `insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at, recorded_at)
     select $1, indicator, member, 'device', now() - interval '1 hour', now() - interval '1 hour'
     from unnest($2::uuid[], $3::uuid[]) as edge (member, indicator)`,
    [companyId, edges.map(([user]) => user), edges.map(([, indicator]) => indicator)],
  );
}

/** Names in an order that is neither that of their ids nor that of their hashes. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const order = items.map((item, index) => ({ item, rank: ((index + seed) * 7_919) % (items.length + 1) }));
  return order.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}
