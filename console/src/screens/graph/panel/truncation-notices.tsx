import { tellTruncation } from '../model/truncation.ts';
import type { Views } from '../queries.ts';

/** Says so where a graph does not show everything there is. */
export function TruncationNotices({ views: { then, now } }: { views: Views }) {
  const remarks = [
    { name: 'At the assessment', remark: then.data && tellTruncation(then.data) },
    { name: 'Now', remark: now.data && tellTruncation(now.data) },
  ];
  return remarks
    .filter(({ remark }) => remark !== undefined)
    .map(({ name, remark }) => (
      <p key={name} className="notice notice-warning small">
        <strong>{name}:</strong> {remark}
      </p>
    ));
}
