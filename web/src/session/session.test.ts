// Permissions derived from menus, pages opened by permissions, and redirects that stay within this site.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Menu } from '@heliograph/contract/entities/user.ts';
import { BUILT_PAGES } from '@heliograph/contract/pages.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { isOldAddress, isPermitted, safeRedirect } from './guard.ts';
import {
  consumeEndReason,
  endSession,
  hasPermission,
  isSignedIn,
  lastVisitedPath,
  onSession,
  permitted,
  session,
  startSession,
  storeMenus,
} from './session.ts';
import { KEYS, store, stored } from './storage.ts';

let nextId = 1;
function entry(mode: 1 | 2 | 3, name: string, children: Menu[] = []): Menu {
  const id = nextId++;
  return { id, title: name, titleLocale: name, icon: '', path: '', params: '', mode, components_title: name, children };
}
const menus = [
  entry(1, 'PvPlant', [entry(2, 'SiteCreate'), entry(3, 'SiteMoney', [entry(2, 'SiteDelete')])]),
  entry(1, '', [entry(1, 'Devices'), entry(1, 'Devices')]),
];
const answer = {
  tokenInfo: { token: 'abc', expiresAt: 0, duration: 43200 },
  userInfo: { uid: 1, role: 2, groupId: 3, email: 'owner@example.org' },
  siteCount: 1,
} as Response<'sign-in'>;

afterEach(() => endSession('signedOut'));

test('the browser stores nothing of a session after it ended for any reason', () => {
  const ofVisit = [KEYS.formDrafts, KEYS.lastVisitedPath, KEYS.listViews, KEYS.pageVisits];
  for (const reason of ['expired', 'signedOut', 'left'] as const) {
    startSession(answer);
    for (const key of ofVisit) store(key, '"begun"');
    endSession(reason);
    expect([reason, ...ofVisit.map(stored)]).toEqual([reason, ...ofVisit.map(() => null)]);
  }
});

test('a user who signs in again after expiry gets back the form drafts of this page; no other user does', () => {
  const other = { ...answer, userInfo: { ...answer.userInfo, uid: 2 } };
  const draftsAfter = (reason: 'expired' | 'signedOut', next: typeof answer) => {
    startSession(answer);
    store(KEYS.formDrafts, '{"1:site":{}}');
    store(KEYS.lastVisitedPath, '/pvPlant?q=lake');
    endSession(reason);
    const path = lastVisitedPath();
    startSession(next);
    const drafts = stored(KEYS.formDrafts);
    endSession('signedOut');
    return [path, drafts];
  };
  expect(draftsAfter('expired', answer)).toEqual(['/pvPlant?q=lake', '{"1:site":{}}']);
  expect(draftsAfter('expired', other)).toEqual(['/pvPlant?q=lake', null]);
  expect(draftsAfter('signedOut', answer)).toEqual([null, null]);
  // Nor does the first user, after another one was signed in.
  startSession(answer);
  expect(stored(KEYS.formDrafts)).toBeNull();
});

describe('permissions', () => {
  test('menus of modes 1, 2 and 3 become pages, buttons and page modules at any depth, each once', () => {
    expect(permitted(menus)).toEqual({
      pages: ['PvPlant', 'Devices'],
      buttons: ['SiteCreate', 'SiteDelete'],
      pageModules: ['SiteMoney'],
    });
  });
  test('a permission for a page or its parent opens the page', () => {
    expect(isPermitted({ name: 'PvPlant' }, ['PvPlant'])).toBe(true);
    expect(isPermitted({ name: 'Devices', parent: 'PvPlant' }, ['PvPlant'])).toBe(true);
    expect(isPermitted({ name: 'Devices' }, ['PvPlant'])).toBe(false);
    // An owner may open a device's page through the plants, but not the list of all devices.
    expect(BUILT_PAGES.filter((page) => isPermitted(page, ['PvPlant'])).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'ElectricMeter',
        'AllInOneMachine',
        'StringMachine',
        'Battery',
        'ModuleDetail',
        'Gateway',
      ]),
    );
    expect(BUILT_PAGES.some((page) => page.name === 'Devices' && isPermitted(page, ['PvPlant', 'Alerts']))).toBe(false);
    expect(isPermitted({ name: 'Account', access: 'signedIn' }, [])).toBe(true);
  });
});

describe('the session', () => {
  test('is stored, derives its lists from the menus and is cleared at the end', () => {
    let changes = 0;
    const stop = onSession(() => changes++);
    startSession(answer);
    storeMenus(menus);
    const before = session();
    // Storing the same menus again, as in each visit, is not a change.
    storeMenus(structuredClone(menus));
    expect(session()).toBe(before);
    expect(hasPermission('SiteMoney')).toBe(true);
    expect(hasPermission('SiteUpdate')).toBe(false);
    expect(JSON.parse(stored(KEYS.session)!)).toMatchObject({ token: 'abc', pages: ['PvPlant', 'Devices'] });
    endSession('expired');
    expect(isSignedIn()).toBe(false);
    expect(session().menus).toEqual([]);
    expect(stored(KEYS.session)).toBeNull();
    expect(consumeEndReason()).toBe('expired');
    expect(consumeEndReason()).toBeNull();
    expect(changes).toBe(3);
    stop();
  });
});

describe('addresses', () => {
  test.each(['/pvPlant/detail?sid=DE_20261121_k7Qm4x', '/pvPlant?filters=a%2Fb#x'])(
    'the redirect to %s is accepted',
    (address) => {
      expect(safeRedirect(address)).toBe(address);
    },
  );
  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'pvPlant',
    '',
    '/',
    null,
    7,
    '/..//evil.example',
    '/a\\..\\..//evil.example',
  ])('the redirect to %s is refused', (address) => expect(safeRedirect(address)).toBeNull());

  test('addresses of the portal’s predecessor are recognized', () => {
    expect(isOldAddress('/pv_manager/site/index.php')).toBe(true);
    expect(isOldAddress('/pv_manager/site')).toBe(false);
    expect(isOldAddress('/x/pv_manager/login.php')).toBe(true);
  });
});
