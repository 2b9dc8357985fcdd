// Opens a page of the portal at its address, with its real routes, providers and texts, as one of its roles.
import type { Menu, UserInfo } from '@heliograph/contract/entities/user.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';
import { MENUS, ROLES } from '../../server/src/seed/seedRows.ts';
import { queryClient } from '../src/api/useCall.ts';
import { accent } from '../src/brand/portal.ts';
import { addTexts, startTexts } from '../src/i18n/start.ts';
import { buildRouter } from '../src/routes.tsx';
import { setAfterSignIn } from '../src/session/afterSignIn.ts';
import { endSession, startSession, storeMenus } from '../src/session/session.ts';
import { listenToSession } from '../src/session/sessionListener.ts';
import { themeOf, variablesOf } from '../src/ui/theme.ts';
import { portalOf, siteCounts } from './answers.ts';
import { type Answers, startServer } from './server.ts';

export { type Answers, refusal as refused, unavailable } from './server.ts';

// The progress bar runs on timers of its own, beyond the end of a test.
vi.mock('@bprogress/core', () => ({
  BProgress: { configure: () => ({ start: () => undefined, done: () => undefined }) },
}));
// jsdom has no canvas: pages are tested by what they hand to a chart, and by the text beside it.
vi.mock('../src/components/chart/echarts.ts', () => {
  const nothing = () => undefined;
  const chart = { on: nothing, off: nothing, resize: nothing, dispose: nothing, setOption: nothing };
  return { start: () => ({ ...chart, getWidth: () => 0, getHeight: () => 0, dispatchAction: nothing }) };
});

beforeAll(async () => {
  HTMLCanvasElement.prototype.getContext = () => null;
  await startTexts();
  await addTexts(['shell']);
});

/** What is still open of this test's pages. */
let open: (() => void)[] = [];
afterEach(() => {
  cleanup();
  const ends = open;
  open = [];
  try {
    for (const end of ends) end();
  } finally {
    notifications.clean();
    endSession('signedOut');
    queryClient.clear();
    localStorage.clear();
    vi.unstubAllGlobals();
  }
});

type Role = 'administrator' | 'manager' | 'installer' | 'owner';

/** The menu entries of a role in a new portal, without some of them. */
export function menusOf(role: Role, without: readonly Permission[]): Menu[] {
  const { grants } = ROLES.find(({ code }) => code === role)!;
  const owned = MENUS.filter(({ name }) => grants.includes(name) && !without.some((one) => one === name));
  return owned.map(({ name, title, titleLocale, icon, path, mode }, id) => {
    return { id, title, titleLocale, icon, path, params: '', mode, components_title: name, children: [] };
  });
}

export const userInfo: UserInfo = {
  uid: 7,
  email: 'rosa@example.com',
  country: 'DE',
  state: '',
  role: 1,
  groupId: 5,
  groupName: 'Installer',
  scope: 'branch',
  headerImg: '',
  fullHeaderImg: '',
  defaultArea: '',
  companyId: 3,
  isCompanyOwner: 0,
  oemid: 0,
  oemweb: '',
};

export interface Reader {
  role: Role;
  /** Permissions that an administrator took from the role. */
  without?: readonly Permission[];
  /** False: the page is opened by somebody who signs in with this role later. */
  isSignedIn?: boolean;
}

/** Opens the page at `address`, a path with its query, and waits for its first answers. */
export async function openPage(address: string, given: Answers, { role, without = [], isSignedIn = true }: Reader) {
  const menus = menusOf(role, without);
  const answers: Answers = {
    'common/portal': portalOf(),
    'common/lan': { list: [] },
    'auth/role/menu/view': { list: menus, userInfo: null, secondFactor: null, viewing: null, version: '' },
    'account/views': { columns: null, views: [] },
    'site/joinRequests': { list: [], total: 0 },
    'account/joinRequests': { list: [], total: 0 },
    'device/alerts/open': { count: 0, more: false, level: null },
    // Pages may load the plant list as a test ends; its calls then reach the next test's server.
    'site/listWithSN': { list: [], total: 0 },
    'overview/siteStatusCounts': siteCounts(),
    ...given,
  };
  const server = startServer(answers, new Set(menus.map(({ components_title }) => components_title as Permission)));
  vi.stubGlobal('scrollTo', () => undefined);
  if (isSignedIn) {
    startSession({ userInfo: { ...userInfo, scope: role === 'owner' ? 'own' : 'branch' }, tokenInfo: { token: 'T' } });
    storeMenus(menus);
  }
  // Some of a page reads the browser's own address.
  window.history.replaceState(null, '', address);
  const router = buildRouter(createMemoryHistory({ initialEntries: [address] }));
  setAfterSignIn(async (next) => router.history.replace(next));
  open.push(listenToSession(router), server.stop);
  await router.load();
  const { container } = render(
    <MantineProvider theme={themeOf(accent)} cssVariablesResolver={variablesOf(accent)} env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return {
    container,
    /** Path and query of the page that is open now. */
    address: () => router.state.location.href,
    requests: server.requests,
    answer: server.answer,
  };
}

/** Types a text into a field in place of what it holds. */
export const typeIn = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Presses a key; Enter in a field submits its form, as in a browser. */
export async function press(key: string, at: Element = document.activeElement ?? document.body): Promise<void> {
  await act(async () => {
    const isTaken = !fireEvent.keyDown(at, { key });
    if (key === 'Enter' && !isTaken && at instanceof HTMLInputElement) at.form?.requestSubmit();
  });
}

/** Chooses an option of the list that a field opens. */
export async function choose(field: HTMLElement, option: string | RegExp): Promise<void> {
  fireEvent.click(field);
  fireEvent.click(within(await screen.findByRole('listbox')).getByText(option));
}
