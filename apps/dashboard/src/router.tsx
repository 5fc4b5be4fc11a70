import { AuthenticationError } from '@errand/sdk';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queries } from './api/queries.ts';
import { queryClient } from './api/query-client.ts';
import { NotFound, RouteError } from './shell/route-states.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

function isTrue(search: Record<string, unknown>, name: string): true | undefined {
  return search[name] === true || undefined;
}
function textOf(search: Record<string, unknown>, name: string): string | undefined {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function withNext(search: Record<string, unknown>): { next?: string | undefined } {
  return {
    next: textOf(search, 'next'),
  };
}
function accountPages() {
  return import('./account/account-pages.tsx');
}
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: withNext,
  component: lazyRouteComponent(accountPages, 'SignInPage'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: withNext,
  component: lazyRouteComponent(accountPages, 'SignUpPage'),
});

/** All pages that need a session. Without one they lead to the sign-in page, and from there back. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  errorComponent: RouteError,
  beforeLoad: async ({ location }) => {
    const query = { ...queries.me(), meta: { guest: true } };
    try {
      await queryClient.ensureQueryData(query);
    } catch (error) {
      if (error instanceof AuthenticationError)
        // oxlint-disable-next-line typescript/only-throw-error -- the router's own way
        throw redirect({
          to: '/sign-in',
          search: { next: location.href === '/' ? undefined : location.href },
        });
      throw error;
    }
  },
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way
    throw redirect({ to: '/runs', replace: true });
  },
});
const runs = createRoute({
  getParentRoute: () => shell,
  path: '/runs',
  validateSearch: (search): { status?: string | undefined; target?: string | undefined } => ({
    status: textOf(search, 'status'),
    target: textOf(search, 'target'),
  }),
  component: lazyRouteComponent(() => import('./runs/runs-page.tsx'), 'RunsPage'),
});
const run = createRoute({
  getParentRoute: () => shell,
  path: '/runs/$id',
  validateSearch: (search): { step?: string | undefined } => ({ step: textOf(search, 'step') }),
  component: lazyRouteComponent(() => import('./runs/run-page.tsx'), 'RunPage'),
});

const approvals = createRoute({
  getParentRoute: () => shell,
  path: '/approvals',
  component: lazyRouteComponent(() => import('./approvals/approvals-page.tsx'), 'ApprovalsPage'),
});
const apiKeys = createRoute({
  getParentRoute: () => shell,
  path: '/api-keys',
  validateSearch: (search): { new?: boolean | undefined } => ({ new: isTrue(search, 'new') }),
  component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
});
const members = createRoute({
  getParentRoute: () => shell,
  path: '/members',
  component: lazyRouteComponent(() => import('./members/members-page.tsx'), 'MembersPage'),
});
const invitation = createRoute({
  getParentRoute: () => shell,
  path: '/invitation/$id',
  component: lazyRouteComponent(() => import('./members/invitation-page.tsx'), 'InvitationPage'),
});
const runbooks = createRoute({
  getParentRoute: () => shell,
  path: '/runbooks',
  component: lazyRouteComponent(() => import('./runbooks/runbooks-page.tsx'), 'RunbooksPage'),
});
const runbook = createRoute({
  getParentRoute: () => shell,
  path: '/runbooks/$id',
  validateSearch: (search): { healed?: string | undefined; run?: boolean | undefined } => ({
    healed: textOf(search, 'healed'),
    run: isTrue(search, 'run'),
  }),
  component: lazyRouteComponent(() => import('./runbooks/runbook-page.tsx'), 'RunbookPage'),
});
const blueprints = createRoute({
  getParentRoute: () => shell,
  path: '/blueprints',
  component: lazyRouteComponent(() => import('./blueprints/blueprints-page.tsx'), 'BlueprintsPage'),
});
const blueprint = createRoute({
  getParentRoute: () => shell,
  path: '/blueprints/$id',
  validateSearch: (search): { run?: boolean | undefined } => ({ run: isTrue(search, 'run') }),
  component: lazyRouteComponent(() => import('./blueprints/blueprint-page.tsx'), 'BlueprintPage'),
});
const devices = createRoute({
  getParentRoute: () => shell,
  path: '/devices',
  component: lazyRouteComponent(() => import('./devices/devices-page.tsx'), 'DevicesPage'),
});
const deviceCode = createRoute({
  getParentRoute: () => shell,
  path: '/device',
  validateSearch: (search): { user_code?: string | undefined } => ({
    user_code: textOf(search, 'user_code'),
  }),
  component: lazyRouteComponent(() => import('./devices/device-code-page.tsx'), 'DeviceCodePage'),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});

const routeTree = root.addChildren([
  signIn,
  signUp,
  shell.addChildren([
    home,
    runs,
    run,
    runbooks,
    runbook,
    blueprints,
    blueprint,
    approvals,
    devices,
    deviceCode,
    apiKeys,
    members,
    invitation,
    settings,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: RouteError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
