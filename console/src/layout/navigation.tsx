import { Link } from '@tanstack/react-router';
import {
  ChartColumn,
  Code,
  CreditCard,
  Gavel,
  LayoutDashboard,
  Network,
  Radio,
  ScrollText,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import { useSession } from '../session/use-session.ts';

/** Where one can go, and what one must be allowed to find it of use. */
const ENTRIES = [
  { to: '/', label: 'Overview', icon: LayoutDashboard, permission: 'analytics:view' },
  { to: '/evaluations', label: 'Explorer', icon: ChartColumn, permission: 'events:view' },
  { to: '/graph', label: 'Graph', icon: Network, permission: 'graph:view' },
  { to: '/reviews', label: 'Reviews', icon: Gavel, permission: 'reviews:manage' },
  { to: '/policy', label: 'Policy', icon: SlidersHorizontal, permission: 'policy:manage' },
  { to: '/audit-log', label: 'Audit log', icon: ScrollText, permission: 'audit:view' },
  { to: '/threat-intel', label: 'Threat intelligence', icon: Radio, permission: 'threat-intel:manage' },
  { to: '/plan', label: 'Plan and usage', icon: CreditCard, permission: 'billing:manage' },
  { to: '/developers', label: 'Developers', icon: Code, permission: 'webhook-secret:manage' },
  { to: '/members', label: 'Members', icon: Users, permission: 'members:manage' },
] as const;

export function Navigation({ open }: { open: boolean }) {
  const permissions = useSession()?.permissions ?? [];
  return (
    <nav id="navigation" className={`navigation ${open ? 'navigation-open' : ''}`} aria-label="Screens">
      <ul>
        {ENTRIES.filter(({ permission }) => permissions.includes(permission)).map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className="nav-link">
              <Icon size={18} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
