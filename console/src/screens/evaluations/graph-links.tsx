import { Link } from '@tanstack/react-router';
import { Network } from 'lucide-react';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { usePermission } from '../../session/use-session.ts';
import { Card } from '../../ui/page.tsx';

/** The ways into the graph: as it was known at the time, and as it is now. */
export function GraphLinks({ evaluation: { id, userId } }: { evaluation: Schemas['EvaluationDetail'] }) {
  if (!usePermission('graph:view')) return null;
  return (
    <Card title="Connections">
      <p className="muted small">Whom the user is connected to over devices, cards, addresses and numbers.</p>
      <div className="row">
        <Link className="button" to="/graph" search={{ assessmentId: id }}>
          <Network size={16} aria-hidden /> As known then
        </Link>
        <Link className="button" to="/graph" search={{ userId }}>
          As of now
        </Link>
      </div>
    </Card>
  );
}
