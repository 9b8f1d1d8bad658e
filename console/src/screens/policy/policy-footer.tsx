import { Link } from '@tanstack/react-router';
import { usePermission } from '../../session/use-session.ts';
import { Time } from '../../ui/time.tsx';
import type { Policy } from './settings.ts';

/** Which version this is, and where the ones before are told of. */
export function PolicyFooter({ policy: { version, updatedAt } }: { policy: Policy }) {
  const maySeeAudit = usePermission('audit:view');
  return (
    <p className="muted small">
      Version {version}, of <Time at={updatedAt} />.{' '}
      {maySeeAudit && (
        <Link to="/audit-log" search={{ action: 'policy.updated' }}>
          All changes
        </Link>
      )}
    </p>
  );
}
