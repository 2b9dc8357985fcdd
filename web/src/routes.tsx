// The route table: path, lazily loaded page, the permission's name and its parent; and what every navigation does.
import type { Page } from '@heliograph/contract/permissions.ts';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { addPageTexts } from './i18n/start.ts';
import { watchNavigation } from './layout/progress.ts';
import { RouteFailure } from './layout/RouteFailure.tsx';
import { TipDialog } from './layout/TipDialog.tsx';
import { links, PATHS } from './links.ts';
import { enterPage, enterSignedIn } from './session/enter.ts';
import { isOldAddress } from './session/guard.ts';
import { isSignedIn, keepLastVisitedPath } from './session/session.ts';

type Load = () => Promise<{ default: ComponentType }>;

interface Row {
  path: string;
  load: Load;
  /** The permission that opens it; null: any session. */
  name: Page | null;
  /** The page whose permission opens it as well. */
  parent?: Page;
}

const PUBLIC: readonly Pick<Row, 'path' | 'load'>[] = [
  { path: PATHS.signIn, load: () => import('./pages/auth/SignInPage.tsx') },
  { path: PATHS.setup, load: () => import('./pages/auth/SetupPage.tsx') },
  { path: PATHS.privacyPolicy, load: () => import('./pages/status/PrivacyPolicyPage.tsx') },
  { path: PATHS.forbidden, load: () => import('./pages/status/ForbiddenPage.tsx') },
];

const SIGNED_IN: readonly Row[] = [
  { path: PATHS.sites, load: () => import('./pages/site/SiteListPage.tsx'), name: 'PvPlant' },
  { path: PATHS.siteEdit, load: () => import('./pages/site/SiteEditPage.tsx'), name: 'PvPlant', parent: 'PvPlant' },
  { path: PATHS.siteDetail, load: () => import('./pages/site/SiteDetailPage.tsx'), name: 'PvPlant', parent: 'PvPlant' },
  { path: PATHS.unregistered, load: () => import('./pages/device/UnregisteredPage.tsx'), name: 'NoRegGatewayList' },
  { path: PATHS.account, load: () => import('./pages/account/AccountPage.tsx'), name: null },
];

/** A page in a file of its own. A file that does not load is an error of the route, never a reload behind one's back. */
function lazyPage(load: Load): (() => ReactNode) & { preload: () => Promise<void> } {
  let Loaded: ComponentType | undefined;
  const Lazy = () => {
    if (!Loaded) throw new Error('Unable to show a page that has not been loaded');
    return <Loaded />;
  };
  return Object.assign(Lazy, {
    preload: async () => {
      Loaded ??= (await load()).default;
    },
  });
}

const loadShell: Load = async () => (await Promise.all([import('./layout/Shell.tsx'), addPageTexts()]))[0];

export function buildRouter(history?: RouterHistory) {
  const root = createRootRoute({
    beforeLoad: ({ location }) => {
      if (isOldAddress(location.pathname)) throw redirect({ ...links.signIn(), replace: true });
      if (location.pathname === PATHS.signIn && isSignedIn()) throw redirect({ ...links.sites(), replace: true });
    },
    component: () => (
      <>
        <Outlet />
        <TipDialog />
      </>
    ),
    notFoundComponent: lazyPage(() => import('./pages/status/NotFoundPage.tsx')),
    errorComponent: RouteFailure,
  });
  const shell: AnyRoute = createRoute({
    getParentRoute: () => root,
    id: 'signedIn',
    beforeLoad: ({ location }) => enterSignedIn(location.href),
    component: lazyPage(loadShell),
  });
  const publicRoutes = PUBLIC.map(({ path, load }) =>
    createRoute({ getParentRoute: () => root, path, component: lazyPage(load) }),
  );
  const pages = SIGNED_IN.map(({ path, load, name, parent }) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      beforeLoad: () => enterPage({ name, parent }),
      component: lazyPage(load),
      errorComponent: RouteFailure,
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren([...publicRoutes, shell.addChildren(pages)]),
    history,
    defaultErrorComponent: RouteFailure,
    defaultPendingMs: 60_000,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });

  const publicPaths = new Set<string>(PUBLIC.map(({ path }) => path));
  const navigation = watchNavigation();
  router.subscribe('onBeforeLoad', () => navigation.begins());
  router.subscribe('onResolved', ({ toLocation }) => {
    navigation.ends();
    const isKnown = router.state.matches.some((match) => match.routeId === '/signedIn');
    if (isKnown && !publicPaths.has(toLocation.pathname)) keepLastVisitedPath(toLocation.href);
  });
  return router;
}
