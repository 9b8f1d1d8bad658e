import type { SearchSchemaInput } from '@tanstack/react-router';
import { KINDS, type Kind } from './model/kinds.ts';

/** What the graph is drawn around: an assessment (as it was then, or its user as of now), or a user. */
export interface GraphSearch {
  assessmentId?: string;
  userId?: string;
  /** With an assessment: only as it was then, or only as it is now. Without: both, side by side. */
  view?: 'then' | 'now';
  /** The same as tables. */
  tab?: 'tables';
  /** The node that is looked at. */
  node?: string;
  /** Kinds of nodes that are left out, with commas between. */
  hide?: string;
  /** The way to the nearest confirmed fraud is shown. */
  path?: true;
}

const VIEWS = ['then', 'now'] as const;

export function readGraphSearch(given: Record<string, unknown> & SearchSchemaInput): GraphSearch {
  const assessmentId = readText(given['assessmentId']);
  const userId = readText(given['userId']);
  const node = readText(given['node']);
  const view = VIEWS.find((known) => known === given['view']);
  const hide = joinHidden(readHidden(readText(given['hide'])));
  return {
    ...(assessmentId && { assessmentId }),
    ...(userId && { userId }),
    ...(view && { view }),
    ...(given['tab'] === 'tables' && { tab: 'tables' as const }),
    ...(node && { node }),
    ...(hide && { hide }),
    ...(given['path'] === true && { path: true as const }),
  };
}

/** Ids may be numbers, which the router reads as such. */
function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function readHidden(hide: string | undefined): ReadonlySet<Kind> {
  const named = hide?.split(',') ?? [];
  return new Set(KINDS.filter((kind) => named.includes(kind)));
}

export function joinHidden(hidden: ReadonlySet<Kind>): string {
  return KINDS.filter((kind) => hidden.has(kind)).join(',');
}
