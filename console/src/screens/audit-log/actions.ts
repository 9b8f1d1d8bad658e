import type { Schemas } from '../../../../clients/typescript/src/types.ts';

export type AuditEntry = Schemas['AuditEntry'];
export type AuditAction = AuditEntry['action'];

/** What is recorded, in the words of the filter. */
export const ACTION_NAMES: Record<AuditAction, string> = {
  'policy.updated': 'Policy changed',
  'webhook_secret.regenerated': 'Signing secret replaced',
  'invitation.created': 'Person invited',
  'invitation.revoked': 'Invitation revoked',
  'member.joined': 'Member joined',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'member.password_reset': 'Password reset',
  'threat_subscription.created': 'Threat subscription created',
  'threat_subscription.deleted': 'Threat subscription deleted',
  'subscription.requested': 'Plan checkout opened',
  'subscription.updated': 'Subscription changed',
};

export const AUDIT_ACTIONS = Object.keys(ACTION_NAMES) as AuditAction[];

/** The screen that shows what an entry is about as it is now. */
export const TARGET_SCREENS = {
  policy: '/policy',
  webhook_secret: '/developers',
  invitation: '/members',
  member: '/members',
  threat_subscription: '/threat-intel',
  subscription: '/plan',
} as const satisfies Record<string, string>;
