import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readSignInSearch } from './screens/account/search.ts';
import { AppLayout } from './layout/app-layout.tsx';
import { NotFound, ScreenError } from './layout/dead-ends.tsx';
import { readEvaluationSearch } from './screens/evaluations/search.ts';
import { readGraphSearch } from './screens/graph/search.ts';
import { readReviewSearch } from './screens/reviews/search.ts';
import { readAuditSearch } from './screens/audit-log/search.ts';
import { readDevelopersSearch } from './screens/developers/search.ts';
import { readMembersSearch } from './screens/members/search.ts';
import { readOverviewSearch } from './screens/overview/search.ts';
import { readThreatIntelSearch } from './screens/threat-intel/search.ts';
import { getSession, renewSession } from './session/session.ts';
import { Loading } from './ui/states.tsx';

/*
 * Every address of the console and the screen behind it. Screens are loaded when they are first opened; what filters a
 * list stands in the address, so that it can be kept, sent and gone back to.
 */

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: ScreenError });

const publicRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: readSignInSearch,
    component: lazyRouteComponent(() => import('./screens/account/sign-in.tsx'), 'SignInScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/register',
    component: lazyRouteComponent(() => import('./screens/account/register.tsx'), 'RegisterScreen'),
  }),
] as const;

/** Everything behind the sign-in: whoever comes without a session signs in and is brought back to where they were. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: AppLayout,
  beforeLoad: async ({ location }) => {
    if (getSession() ?? (await renewSession())) return;
    const next = location.href === '/' ? {} : { next: location.href };
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- what the router knows how to catch is no Error
    throw redirect({ to: '/sign-in', search: next });
  },
});

const appRoutes = [
  createRoute({
    getParentRoute: () => app,
    path: '/',
    validateSearch: readOverviewSearch,
    component: lazyRouteComponent(() => import('./screens/overview/overview-screen.tsx'), 'OverviewScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/evaluations',
    validateSearch: readEvaluationSearch,
    component: lazyRouteComponent(() => import('./screens/evaluations/evaluations-screen.tsx'), 'EvaluationsScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/evaluations/$evaluationId',
    component: lazyRouteComponent(() => import('./screens/evaluations/evaluation-screen.tsx'), 'EvaluationScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/graph',
    validateSearch: readGraphSearch,
    component: lazyRouteComponent(() => import('./screens/graph/graph-screen.tsx'), 'GraphScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/reviews',
    validateSearch: readReviewSearch,
    component: lazyRouteComponent(() => import('./screens/reviews/reviews-screen.tsx'), 'ReviewsScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/policy',
    component: lazyRouteComponent(() => import('./screens/policy/policy-screen.tsx'), 'PolicyScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/audit-log',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('./screens/audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/threat-intel',
    validateSearch: readThreatIntelSearch,
    component: lazyRouteComponent(() => import('./screens/threat-intel/threat-intel-screen.tsx'), 'ThreatIntelScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/plan',
    component: lazyRouteComponent(() => import('./screens/plan/plan-screen.tsx'), 'PlanScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/developers',
    validateSearch: readDevelopersSearch,
    component: lazyRouteComponent(() => import('./screens/developers/developers-screen.tsx'), 'DevelopersScreen'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/members',
    validateSearch: readMembersSearch,
    component: lazyRouteComponent(() => import('./screens/members/members-screen.tsx'), 'MembersScreen'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([...publicRoutes, app.addChildren([...appRoutes])]),
  defaultPendingComponent: Loading,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
