import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { api } from '../../api/client.ts';
import { planQueue, type Part, type Stretch } from './plan-queue.ts';
import type { ReviewSearch, ReviewStatus } from './search.ts';
import { isClosed, UNFINISHED } from './statuses.ts';

export type Review = Schemas['Review'];

export const PAGE_SIZE = 20;
/** The queue may change while it is read; somebody who looks again sees it right. */
const ATTEMPTS = 3;

/** One page of the queue. */
export interface Queue {
  rows: readonly Review[];
  meta: { total: number; page: number; limit: number; totalPages: number };
  /** How many cases of each status that was looked at. */
  totals: Partial<Record<ReviewStatus, number>>;
}

/** What a filter lists: work to do by status and age, what is over the latest first. */
export function stretchesOf(status: ReviewSearch['status']): Stretch[] {
  if (status === 'all') return [{ oldestFirst: false }];
  if (status) return [{ status, oldestFirst: !isClosed(status) }];
  return UNFINISHED.map((unfinished) => ({ status: unfinished, oldestFirst: true }));
}

/** @param known what the totals were when last looked at: mostly they still are */
export async function loadQueue(status: ReviewSearch['status'], page: number, known?: Queue): Promise<Queue> {
  const stretches = stretchesOf(status);
  let totals = stretches.map((stretch) => (stretch.status ? known?.totals[stretch.status] : known?.meta.total) ?? 0);
  for (let attempt = 1; ; attempt += 1) {
    const parts = planQueue(stretches, totals, page, PAGE_SIZE);
    const found = await Promise.all(parts.map(loadPart));
    const isAsPlanned = found.every(({ total }, index) => total === totals[index]);
    totals = found.map(({ total }) => total);
    if (isAsPlanned || attempt === ATTEMPTS) return toQueue(found, stretches, page);
  }
}

interface FoundPart {
  rows: Review[];
  total: number;
}

async function loadPart({ stretch, apiPages, from, to }: Part): Promise<FoundPart> {
  const asked = apiPages.length > 0 ? apiPages : [1];
  const limit = apiPages.length > 0 ? PAGE_SIZE : 1;
  const pages = await Promise.all(asked.map((page) => loadPage({ status: stretch.status, page, limit })));
  const rows = pages.flatMap(({ data }) => data).slice(from, to);
  return { rows: stretch.oldestFirst ? rows.reverse() : rows, total: pages[0]?.meta.total ?? 0 };
}

function loadPage({ status, ...query }: { status?: ReviewStatus | undefined; page: number; limit: number }) {
  return api.get('/reviews', { params: { query: { ...query, ...(status && { status }) } } });
}

function toQueue(found: readonly FoundPart[], stretches: readonly Stretch[], page: number): Queue {
  const total = found.reduce((sum, part) => sum + part.total, 0);
  const counted = stretches.map(({ status }, index) => [status, found[index]?.total] as const);
  return {
    rows: found.flatMap(({ rows }) => rows),
    meta: { total, page, limit: PAGE_SIZE, totalPages: Math.ceil(total / PAGE_SIZE) },
    totals: Object.fromEntries(counted.filter(([status]) => status)) as Queue['totals'],
  };
}

/** How many cases of one status there are. */
export async function countReviews(status: ReviewStatus): Promise<number> {
  const { meta } = await loadPage({ status, page: 1, limit: 1 });
  return meta.total;
}
