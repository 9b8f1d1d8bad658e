import {
  rememberSuperConnectors,
  storeFeatures,
  type RecomputedFeatures,
  type UserFeatures,
} from '../db/queries/graph-features.ts';
import { loadNeighbourhood, type Neighbourhood } from '../db/queries/graph-neighbourhood.ts';
import { buildGraph } from '../engine/graph/build-graph.ts';
import {
  computeFeatures,
  computeFraudCloseness,
  featuresOfUser,
  type FeatureOptions,
} from '../engine/graph/compute-features.ts';
import { createRandom } from '../engine/graph/random.ts';
import type { BackgroundFeatures } from '../engine/signals.ts';
import { tenantKeyOf } from '../platform/hashing.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Families, rings and most of what shares an indicator fit in; what does not is made exact by the full pass. */
const BOUNDS = { hops: 6, users: 300, followed: 30 };

/** How often a job starts again at once, when another stored fresher features of one of its users meanwhile. */
const ATTEMPTS = 5;

/**
 * Of a part of a component only the user itself keeps its betweenness, until the full pass: a coarse number is enough, and
 * the exact one would take most of the time of a job.
 */
const IN_PART: Pick<FeatureOptions, 'exactNodes' | 'epsilon'> = { exactNodes: 300, epsilon: 0.1 };

/** Any number: paths are drawn at random only where a neighbourhood is too large to look at all. */
const SEED = 1;
/** Numbers that differ by less are the same. */
const TOLERANCE = 1e-6;

/**
 * Recomputes the features of a user and of those around it after an edge or a label changed. Of a component that fits
 * the bounds, all users get the numbers that the full pass would give. Of a larger one, the user and those around it get
 * their closeness to fraud; a new user also its place in what is loaded.
 */
export function createGraphFeatures({
  db,
  clock,
  hasher,
}: Pick<WorkerDependencies, 'db' | 'clock' | 'hasher'>): JobHandler<Jobs, 'graph-features'> {
  return {
    name: 'graph-features',
    handle: async ({ companyId, userKey }) => {
      const now = new Date(clock.now());
      const tenantKey = tenantKeyOf(hasher, companyId);
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const neighbourhood = await loadNeighbourhood(db.knex, companyId, { userKey, tenantKey, now }, BOUNDS);
        if (!neighbourhood) return;
        await rememberSuperConnectors(db.knex, companyId, neighbourhood.superConnectors, now);
        if (await storeFeatures(db.knex, companyId, recompute(neighbourhood))) return;
      }
      throw new Error('others keep changing the same users');
    },
  };
}

function recompute(neighbourhood: Neighbourhood): RecomputedFeatures {
  const { asOf, eventTime, complete } = neighbourhood;
  // In a part of a component only the user itself is done with; its peers have jobs of their own.
  const done = isWhole(neighbourhood) ? complete : complete.slice(0, 1);
  return {
    asOf,
    eventTime,
    features: chooseFeatures(neighbourhood, computeComplete(neighbourhood)),
    changes: done.flatMap(({ key, changes }) => changes.map((id) => ({ userKey: key, id }))),
  };
}

/** The features of each user that is loaded with all its indicators, seen from what is loaded. */
function computeComplete(neighbourhood: Neighbourhood): BackgroundFeatures[] {
  const { users, complete, confirmedFraud, indicators, edgeUsers, edgeIndicators } = neighbourhood;
  const graph = buildGraph({
    users: users.length,
    indicatorTypes: indicators.map(({ type }) => type),
    edgeUsers: Uint32Array.from(edgeUsers),
    edgeIndicators: Uint32Array.from(edgeIndicators),
    fraud: Uint8Array.from(users, (key) => Number(confirmedFraud.has(key))),
  });
  const precision = isWhole(neighbourhood) ? {} : IN_PART;
  const features = tellsPlaces(neighbourhood)
    ? computeFeatures(graph, { random: createRandom(SEED), ...precision })
    : computeFraudCloseness(graph);
  return complete.map((_user, index) => featuresOfUser(features, index));
}

/** A part of a component tells little of the place of a user in it: what the last full pass found is better. */
function tellsPlaces(neighbourhood: Neighbourhood): boolean {
  return isWhole(neighbourhood) || !neighbourhood.complete[0]?.features;
}

/** What is worth storing: all that changed in a whole component; of a part of one, what is known of it for certain. */
function chooseFeatures(neighbourhood: Neighbourhood, computed: readonly BackgroundFeatures[]): UserFeatures[] {
  const whole = isWhole(neighbourhood);
  return neighbourhood.complete.flatMap(({ key, features: stored }, index) => {
    const fresh = computed[index];
    const isRoot = index === 0;
    // A peer that has no numbers yet has a job of its own.
    if (!fresh || (!whole && !isRoot && !stored)) return [];
    const chosen = whole || !stored ? fresh : mergePart(stored, fresh, neighbourhood, index);
    return isRoot || !stored || differs(stored, chosen) ? [{ userKey: key, ...chosen }] : [];
  });
}

/**
 * What a part of a component says for certain: of each user how close fraud is, within the hops that are loaded around it.
 * Seen with some of its indicators only, the similarity of the one it was loaded around can but be too small.
 */
function mergePart(
  stored: BackgroundFeatures,
  fresh: BackgroundFeatures,
  { users, radii, partial }: Neighbourhood,
  index: number,
): BackgroundFeatures {
  const isRoot = index === 0;
  return {
    ...stored,
    componentSize: Math.max(stored.componentSize, users.length),
    knnFraudSimilarity: Math.max(fresh.knnFraudSimilarity, isRoot && partial ? stored.knnFraudSimilarity : 0),
    fraudDistance: mergeDistance(stored.fraudDistance, fresh.fraudDistance, radii[index] ?? 0),
  };
}

/** Fraud within the radius is seen, so a stored distance below it is of fraud that was taken back. */
function mergeDistance(stored: number | null, fresh: number | null, radius: number): number | null {
  const standing = stored !== null && stored > radius ? stored : null;
  return standing === null || fresh === null ? (standing ?? fresh) : Math.min(standing, fresh);
}

function isWhole({ users, complete, partial }: Neighbourhood): boolean {
  return complete.length === users.length && !partial;
}

function differs(one: BackgroundFeatures, other: BackgroundFeatures): boolean {
  const keys = Object.keys(one) as (keyof BackgroundFeatures)[];
  return keys.some((key) => Math.abs((one[key] ?? -1) - (other[key] ?? -1)) > TOLERANCE);
}
