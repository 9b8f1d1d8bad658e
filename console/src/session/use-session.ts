import { useSyncExternalStore } from 'react';
import { getSession, subscribeToSession, type Permission, type PlanFeature, type Session } from './session.ts';

/** The session of whoever looks at this; screens behind the sign-in always have one. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeToSession, getSession);
}

/** Whether the role of the person includes a permission. */
export function usePermission(permission: Permission): boolean {
  return useSession()?.permissions.includes(permission) ?? false;
}

/** Whether the plan of the company includes a feature. */
export function usePlanFeature(feature: PlanFeature): boolean {
  return useSession()?.planFeatures.includes(feature) ?? false;
}
