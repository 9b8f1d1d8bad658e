import type { Seen } from './model/seen.ts';
import type { Pane } from './sigma-panes.tsx';
import type { GraphSearch } from './search.ts';

/** Which graphs are shown beside each other, and what to know about each. */
export function listPanes({ then, now }: Seen, { view }: Pick<GraphSearch, 'view'>): Pane[] {
  const panes: Pane[] = [];
  if (then && view !== 'now') {
    const remark = 'What was known. Fraud labels and scores of other users are left out.';
    panes.push({ title: 'At the assessment', remark, hasPath: false, graph: then });
  }
  if (now && view !== 'then') {
    panes.push({
      title: 'Now',
      hasPath: true,
      graph: now,
      ...(then && { remark: 'With all that was learned since.' }),
    });
  }
  return panes;
}
