import type { ReactNode } from 'react';
import type { Permission } from '../session/session.ts';
import { usePermission } from '../session/use-session.ts';
import { NoPermission } from './states.tsx';

/** Its content for those whose role includes it: nothing is asked of the API that it would refuse anyway. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  return usePermission(to) ? children : <NoPermission />;
}
