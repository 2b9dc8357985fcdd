// Open pages follow the role of their session: one whose rights are edited, and another one.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { siteCounts, siteRow } from '../../test/answers.ts';
import { menusOf, openPage, userInfo } from '../../test/page.tsx';
import { beginFollowing } from './permissionsListener.ts';
import { endSession, session } from './session.ts';

const noMore = { secondFactor: null, viewing: null, version: '2' };

afterEach(() => endSession('signedOut'));

async function openUsers() {
  const page = await openPage('/users', { 'user/list': { list: [], total: 0 } }, { role: 'manager' });
  beginFollowing();
  await screen.findByRole('heading', { level: 1, name: 'User' });
  return page;
}

test('a page that the edited role no longer has becomes the forbidden page when the window is used again', async () => {
  const { address, answer } = await openUsers();
  const list = menusOf('manager', ['Users']);
  answer({ 'auth/role/menu/view': { list, userInfo, ...noMore } });
  window.dispatchEvent(new Event('focus'));
  await screen.findByRole('heading', { level: 1, name: 'Not authorized' });
  expect(address()).toBe('/403');
  expect(session().buttons).toContain('SiteCreate');
});

test('a refused call brings the menus of the role that the person got meanwhile', async () => {
  const { address, answer, requests } = await openUsers();
  expect(session().info?.groupName).toBe('Installer');
  const asOwner = { ...userInfo, role: 9, groupId: 9, groupName: 'Owner' };
  answer({
    'auth/role/menu/view': { list: menusOf('owner', []), userInfo: asOwner, ...noMore },
    'user/list': { httpStatus: 403 },
    'site/listWithSN': { list: [siteRow()], total: 1 },
    'overview/siteStatusCounts': siteCounts({ siteCount: 1 }),
  });
  const { queryClient } = await import('../api/useCall.ts');
  void queryClient.invalidateQueries({ queryKey: ['call', 'user/list'] });
  await screen.findByRole('heading', { level: 1, name: 'Not authorized' });
  expect(address()).toBe('/403');
  // The stored session is of the new role, and the side menu shows its entries alone.
  expect(session().info?.groupId).toBe(9);
  expect(session().buttons).toEqual(
    menusOf('owner', [])
      .filter(({ mode }) => mode === 2)
      .map((one) => one.components_title),
  );
  await waitFor(() => expect(screen.queryByRole('link', { name: 'User' })).toBeNull());
  expect(requests('auth/role/menu/view').at(-1)).toMatchObject({ is_login: true });
});
