// Builds the router from the page tables: lazy pages, permissions, prefetching, and hooks of every navigation.
import {
  BUILT_PAGES,
  PATHS,
  type PageName,
  type PublicPage,
  pageAt,
  type SignedInPage,
} from '@heliograph/contract/pages.ts';
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
import { connection } from './api/connection.ts';
import { loadFile } from './api/loading.ts';
import type { Area } from './i18n/areas.ts';
import { addTexts } from './i18n/start.ts';
import { links } from './links.ts';
import { PAGES, type Searches } from './pageTable.ts';
import { isOldAddress } from './session/guard.ts';
import { guardPage, guardSignedIn } from './session/routeGuard.ts';
import { isSignedIn, storeLastVisitedPath } from './session/session.ts';
import { AppFrame } from './shell/AppFrame.tsx';
import { isFirstPage, watchNavigation } from './shell/progress.ts';
import { RouteFailure } from './shell/RouteFailure.tsx';
import Shell from './shell/Shell.tsx';
import { focusHeading, leavePage } from './ui/focus.ts';
import { closeOnBack } from './ui/overlays.ts';

interface Screen {
  default: ComponentType;
  /** Asks what the page reads first, given its address' search; ends when it was answered, well or not. */
  prefetch?: (search: Record<string, unknown>) => Promise<void>[];
}
type Load = () => Promise<Screen>;

const SCREENS: Record<PageName, { load: Load; texts: readonly Area[] }> = PAGES;

/** Longest wait of the first page for its figures. */
const LONGEST_WAIT_MS = 1000;

/** Creates a lazily loaded page. A file that fails to load is an error of the route, never a silent reload. */
function lazyPage(load: Load, areas: readonly Area[]) {
  let loaded: Screen | undefined;
  let loading: Promise<void> | undefined;
  const Lazy = (): ReactNode => {
    if (!loaded) throw new Error('Unable to show a page that has not been loaded');
    return <loaded.default />;
  };
  const preload = (): Promise<void> => {
    // In parallel: texts are small, code is large.
    loading ??= loadFile(() => Promise.all([load(), addTexts(areas)])).then(([file]) => {
      loaded = file;
    });
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const ahead = async (search: Record<string, unknown>): Promise<void> => {
    await preload();
    const answers = Promise.all(loaded?.prefetch?.(search) ?? []);
    // The first page replaces the splash screen when it is complete; later pages show at once and then load their figures.
    if (isFirstPage() && !connection.isLost())
      await Promise.race([answers, new Promise((late) => setTimeout(late, LONGEST_WAIT_MS))]);
  };
  return Object.assign(Lazy, { preload, ahead });
}

/** Part of the router's file, as nearly every page needs it. */
const loadShell: Load = async () => ({ default: Shell });

const root = createRootRoute({
  beforeLoad: ({ location }) => {
    if (isOldAddress(location.pathname)) throw redirect({ ...links.signIn(), replace: true });
    if (location.pathname === PATHS.SignIn && isSignedIn()) throw redirect({ ...links.sites(), replace: true });
  },
  component: () => (
    <AppFrame>
      <Outlet />
    </AppFrame>
  ),
  notFoundComponent: lazyPage(() => import('./pages/status/NotFoundPage.tsx'), ['status']),
  errorComponent: RouteFailure,
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  beforeLoad: ({ location }) => guardSignedIn(location.href),
  component: lazyPage(loadShell, ['shell']),
});

const publicPage = <Name extends PageName>(name: Name) =>
  createRoute({
    getParentRoute: () => root,
    path: PATHS[name],
    validateSearch: PAGES[name].search as (raw: Record<string, unknown>) => Searches[Name],
    component: lazyPage(SCREENS[name].load, SCREENS[name].texts),
  });

const signedInPage = <Name extends PageName>(name: Name) => {
  const page = lazyPage(SCREENS[name].load, SCREENS[name].texts);
  return createRoute({
    getParentRoute: () => shell,
    path: PATHS[name],
    validateSearch: PAGES[name].search as (raw: Record<string, unknown>) => Searches[Name],
    beforeLoad: () => guardPage(BUILT_PAGES.find((entry) => entry.name === name)!),
    loader: ({ location }) => page.ahead(location.search),
    // An open page fetches by itself.
    shouldReload: false,
    component: page,
    errorComponent: RouteFailure,
  });
};

/** Builds the routes from the page table; each has its own types of path and search. */
function routeTree() {
  const made = (isPublic: boolean, make: (name: PageName) => AnyRoute) =>
    BUILT_PAGES.filter(({ access }) => (access === 'public') === isPublic).map(({ name }) => make(name));
  const publicRoutes = made(true, publicPage) as {
    [Name in PublicPage]: ReturnType<typeof publicPage<Name>>;
  }[PublicPage][];
  const pages = made(false, signedInPage) as {
    [Name in SignedInPage]: ReturnType<typeof signedInPage<Name>>;
  }[SignedInPage][];
  return root.addChildren([...publicRoutes, shell.addChildren(pages)]);
}

export function buildRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree: routeTree(),
    history,
    defaultErrorComponent: RouteFailure,
    defaultPendingMs: 60_000,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });

  closeOnBack(router.history);
  const navigation = watchNavigation();
  router.subscribe('onBeforeLoad', () => {
    navigation.begins();
    leavePage();
  });
  // The first page begins at its top, as every document does; a view of the same page leaves the focus on its link.
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) focusHeading();
  });
  router.subscribe('onResolved', ({ toLocation }) => {
    navigation.ends();
    const isKnown = router.state.matches.some((match) => match.routeId === '/signedIn');
    if (isKnown && pageAt(toLocation.pathname)?.access !== 'public') storeLastVisitedPath(toLocation.href);
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof buildRouter>;
  }
}
