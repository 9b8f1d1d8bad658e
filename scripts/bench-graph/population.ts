import { createRandom, type Random } from '../../engine/graph/random.ts';
import { ENTITY_TYPES, type EntityType } from '../../engine/vocabulary.ts';

/** A made-up tenant: who was seen with what, and who is known to be a fraudster. */
export interface Population {
  users: number;
  /** Of each indicator, as positions in ENTITY_TYPES. */
  indicatorTypes: Uint8Array;
  edgeUsers: Uint32Array;
  edgeIndicators: Uint32Array;
  /** Users confirmed as fraud, and users with a good outcome. */
  frauds: number[];
  honest: number[];
}

export interface PopulationOptions {
  users: number;
  edges: number;
  seed: number;
}

const RING_PER_USERS = 2_000;
/** Of the members of a ring, this share has been caught. */
const CAUGHT = 0.4;
/** Outcomes of users outside of rings: stolen cards, and feedback on good customers. */
const LONE_FRAUD = 0.001;
const GOOD_OUTCOME = 0.01;
/** Cafés, offices and mobile carriers: the busiest have thousands of users, most a few dozen. */
const USERS_PER_PUBLIC_IP = 200;

/** Draws a population with exactly so many edges, at least about three per user. The same seed draws the same. */
export function drawPopulation({ users, edges, seed }: PopulationOptions): Population {
  const random = createRandom(seed);
  const tenant = createTenant(users, edges);
  for (let user = 0; user < users;) user += addHousehold(tenant, random, user);
  addPublicIps(tenant, random);
  const ringMembers = addRings(tenant, random);
  while (tenant.count < edges) addOwn(tenant, Math.floor(random() * users), random() < 0.5 ? 'device' : 'ip');
  const rest = Array.from({ length: users }, (_, user) => user);
  return {
    users,
    indicatorTypes: Uint8Array.from(tenant.types),
    edgeUsers: tenant.edgeUsers,
    edgeIndicators: tenant.edgeIndicators,
    frauds: [
      ...new Set(
        [...ringMembers, ...rest].filter((_, index) => random() < (index < ringMembers.length ? CAUGHT : LONE_FRAUD)),
      ),
    ],
    honest: rest.filter(() => random() < GOOD_OUTCOME),
  };
}

interface Tenant {
  users: number;
  types: number[];
  edgeUsers: Uint32Array;
  edgeIndicators: Uint32Array;
  count: number;
}

function createTenant(users: number, edges: number): Tenant {
  return { users, types: [], edgeUsers: new Uint32Array(edges), edgeIndicators: new Uint32Array(edges), count: 0 };
}

function addIndicator(tenant: Tenant, type: EntityType): number {
  return tenant.types.push(ENTITY_TYPES.indexOf(type)) - 1;
}

/** What goes beyond the number of edges asked for is left out. */
function addEdge(tenant: Tenant, user: number, indicator: number): void {
  if (tenant.count === tenant.edgeUsers.length) return;
  tenant.edgeUsers[tenant.count] = user;
  tenant.edgeIndicators[tenant.count] = indicator;
  tenant.count += 1;
}

function addOwn(tenant: Tenant, user: number, type: EntityType): void {
  addEdge(tenant, user, addIndicator(tenant, type));
}

/** Two in three live alone. Families share an address at home, often a tablet and sometimes a card. */
function addHousehold(tenant: Tenant, random: Random, first: number): number {
  const wanted = random() < 0.66 ? 1 : 2 + Math.floor(random() * 4);
  const size = Math.min(wanted, tenant.users - first);
  const homeIp = addIndicator(tenant, 'ip');
  const tablet = size > 1 && random() < 0.3 ? addIndicator(tenant, 'device') : undefined;
  const card = size > 1 && random() < 0.2 ? addIndicator(tenant, 'payment') : undefined;
  for (let user = first; user < first + size; user += 1) {
    if (random() < 0.5) addEdge(tenant, user, homeIp);
    if (random() < 0.6) addOwn(tenant, user, 'email');
    if (tablet !== undefined) addEdge(tenant, user, tablet);
    else addOwn(tenant, user, 'device');
    if (card !== undefined) addEdge(tenant, user, card);
    else if (random() < 0.4) addOwn(tenant, user, 'payment');
  }
  return size;
}

function addPublicIps(tenant: Tenant, random: Random): void {
  const ips = Array.from({ length: Math.ceil(tenant.users / USERS_PER_PUBLIC_IP) }, () => addIndicator(tenant, 'ip'));
  for (let user = 0; user < tenant.users; user += 1) {
    if (random() >= 0.3) continue;
    addEdge(tenant, user, ips[Math.floor(ips.length * random() ** 3)]!);
  }
}

/** Rings of 5 to 40 accounts over a few devices and cards; the members. */
function addRings(tenant: Tenant, random: Random): number[] {
  const members: number[] = [];
  for (let ring = 0; ring < Math.ceil(tenant.users / RING_PER_USERS); ring += 1) {
    const devices = Array.from({ length: 1 + Math.floor(random() * 3) }, () => addIndicator(tenant, 'device'));
    const cards = Array.from({ length: 1 + Math.floor(random() * 3) }, () => addIndicator(tenant, 'payment'));
    const size = 5 + Math.floor(random() * 36);
    const first = Math.floor(random() * Math.max(1, tenant.users - size));
    for (let user = first; user < Math.min(first + size, tenant.users); user += 1) {
      addEdge(tenant, user, devices[Math.floor(random() * devices.length)]!);
      addEdge(tenant, user, cards[Math.floor(random() * cards.length)]!);
      members.push(user);
    }
  }
  return members;
}
