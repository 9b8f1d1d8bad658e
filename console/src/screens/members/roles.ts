import type { Schemas } from '../../../../clients/typescript/src/types.ts';

export type Role = Schemas['Member']['role'];
type Permission = Schemas['ConsoleSession']['permissions'][number];

interface RoleInWords {
  role: Role;
  name: string;
  /** What the role is for. */
  purpose: string;
}

/** The roles, the one with less to decide first. */
export const ROLES: readonly RoleInWords[] = [
  { role: 'analyst', name: 'Analyst', purpose: 'Looks at evaluations, works cases and reports outcomes' },
  { role: 'admin', name: 'Admin', purpose: 'Does all that, and decides: policy, people, plan and keys' },
];

interface Duty {
  permission: Permission;
  text: string;
  roles: readonly Role[];
}

const BOTH: readonly Role[] = ['analyst', 'admin'];
const ADMINS: readonly Role[] = ['admin'];

/** What each permission allows, and who has it. */
export const DUTIES: readonly Duty[] = [
  { permission: 'analytics:view', text: 'See the overview', roles: BOTH },
  { permission: 'events:view', text: 'Search and read evaluations', roles: BOTH },
  { permission: 'graph:view', text: 'Explore the graph', roles: BOTH },
  { permission: 'reviews:manage', text: 'Open and close review cases', roles: BOTH },
  { permission: 'feedback:submit', text: 'Report the outcome of an assessment', roles: BOTH },
  { permission: 'events:assess', text: 'Ask for assessments over the API', roles: BOTH },
  { permission: 'policy:manage', text: 'Change the policy', roles: ADMINS },
  { permission: 'audit:view', text: 'Read the audit log', roles: ADMINS },
  { permission: 'threat-intel:manage', text: 'Subscribe systems to new threats', roles: ADMINS },
  { permission: 'billing:manage', text: 'See the usage and buy a plan', roles: ADMINS },
  { permission: 'members:manage', text: 'Invite, change and remove members', roles: ADMINS },
  { permission: 'webhook-secret:manage', text: 'Replace the signing secret', roles: ADMINS },
];
