// The dialogs and menus around the pages, as a person meets them.
import type { Menu } from '@heliograph/contract/entities/user.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { MantineProvider } from '@mantine/core';
import { IconSolarPanel, IconTool } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api/failures.ts';
import { queryClient } from '../api/useCall.ts';
import { fieldOfError } from '../components/form/fieldOfError.ts';
import { addTexts, startTexts } from '../i18n/start.ts';
import { t } from '../i18n/translation.ts';
import { openAfterSignIn, opensBy } from '../session/afterSignIn.ts';
import { mostUsed } from './BottomBar.tsx';
import { ChangePasswordForm } from './ChangePasswordDialog.tsx';
import { itemAt, menuItems } from './menu.tsx';
import { passwordRules, REFUSED_AT } from './passwordRules.ts';
import SignedInNotice from './SignedInNotice.tsx';
import { TipDialog } from './TipDialog.tsx';
import { isLoadFailure, showTip } from './tip.ts';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant', 'auth']);
});

const show = (part: ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </MantineProvider>,
  );

describe('changing the password', () => {
  const fields = (password: string, newPassword: string, newPassword2: string) => ({
    password,
    newPassword,
    newPassword2,
  });
  test.each([
    [fields('', '', ''), { password: 'required', newPassword: 'required', newPassword2: 'required' }],
    [fields('old', '   ', 'x'), { newPassword: 'required', newPassword2: 'same' }],
    [fields('old', '12345', '12345'), { newPassword: 'minLength' }],
    [fields('old', ' 1234 ', ' 1234 '), { newPassword: 'minLength' }],
    [fields('old', '123456', '123457'), { newPassword2: 'same' }],
    [fields('old', ' 123456', '123456 '), {}],
    [fields(' ', '123456', '123456'), { password: 'required' }],
  ])('%o', (given, faults) => {
    const found = Object.entries(passwordRules.faults(given)).map(([name, { type }]) => [name, type]);
    expect(Object.fromEntries(found)).toEqual(faults);
  });

  test.each([
    ['wrongPassword', 'password'],
    ['samePassword', 'newPassword'],
    ['passwordCommon', 'newPassword'],
    ['passwordStolen', 'newPassword'],
    ['passwordIsAccount', 'newPassword'],
    ['passwordIsProduct', 'newPassword'],
    ['tooManyRequests', undefined],
  ] as const)('the server’s refusal %s is shown beside %s', (word, field) => {
    expect(fieldOfError(new ApiError(ERROR_CODES[word], 'in words'), REFUSED_AT)).toBe(field);
  });

  test('says what is missing beside each field and sends nothing', async () => {
    show(<ChangePasswordForm onDone={() => undefined} />);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
    expect(await screen.findAllByText('This Field is required.')).toHaveLength(3);
    for (const label of ['Old password', 'New password', 'New password again']) {
      const field = screen.getByLabelText(label, { selector: 'input' });
      expect(field.getAttribute('aria-invalid')).toBe('true');
      const told = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
      expect(told.map((node) => node?.textContent)).toContain('This Field is required.');
    }
    expect(queryClient.isMutating()).toBe(0);
  });
});

describe('the Tip dialog', () => {
  test.each([
    ['Failed to fetch dynamically imported module: /assets/x.js', true],
    ['Unable to preload CSS for /assets/x.css', true],
    ['Loading chunk 7 failed.', true],
    ['Login has expired, please log in again', true],
    ['error loading dynamically imported module: /assets/x.js', true],
    ['Importing a module script failed.', true],
    ['HTTP 500', false],
    ['The module failed to respond', false],
  ])('%s: %s', (message, isOne) => expect(isLoadFailure(message)).toBe(isOne));

  test('appears when a page does not load, and OK reloads', async () => {
    const reload = vi.fn();
    show(<TipDialog reload={reload} />);
    expect(screen.queryByText('Tip')).toBeNull();
    act(() => showTip());
    expect(
      screen.getByText('The website has a new version. Please click the button to refresh the page.'),
    ).toBeTruthy();
    fireEvent.click(screen.getByText('OK'));
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('the side menu', () => {
  let id = 0;
  const entry = (
    name: string,
    path: string,
    children: Menu[] = [],
    mode: Menu['mode'] = MENU_MODE.page,
    more: Partial<Menu> = {},
  ): Menu => ({
    id: ++id,
    title: `${name} as named`,
    titleLocale: name,
    icon: '',
    path,
    params: '',
    mode,
    components_title: name,
    children,
    ...more,
  });
  const items = (menus: Menu[]) => menuItems(menus, t);

  test('shows pages by their translated title and not buttons', () => {
    const [plants] = items([entry('PvPlant', '/pvPlant', [entry('SiteCreate', '', [], MENU_MODE.button)])]);
    expect(plants).toMatchObject({ title: 'PV Plant', children: [] });
    expect(items([entry('Custom', '/ucenter/account')])[0]!.title).toBe('Custom as named');
  });
  test('a title that an administrator gave goes before the portal’s', () => {
    const named = { ...entry('PvPlant', '/pvPlant'), title: 'Our roofs', titleLocale: '' };
    expect(items([named])[0]!.title).toBe('Our roofs');
  });
  test('shows one level of children, only when all of them are pages', () => {
    const mixed = entry('System', '/pvPlant', [
      entry('PvPlant', '/pvPlant'),
      entry('SiteCreate', '', [], MENU_MODE.button),
    ]);
    expect(items([mixed])[0]!.children).toEqual([]);
    const pure = entry('System', '', [entry('PvPlant', '/pvPlant', [entry('NoRegGatewayList', '/noRegGatewayList')])]);
    expect(items([pure])[0]!.children).toMatchObject([{ title: 'PV Plant', children: [] }]);
  });
  test('leaves out what leads nowhere', () => {
    expect(items([entry('Nowhere', '/nowhere')])).toEqual([]);
  });
  test('knows where one is', () => {
    const plants = items([entry('PvPlant', '/pvPlant')]);
    expect([itemAt(plants, '/pvPlant/detail'), itemAt(plants, '/pvPlantX')]).toEqual([plants[0], undefined]);
  });
  test('takes icon and params from the entry; an icon nobody knows is the page’s own', () => {
    const page = (more: Partial<Menu>) => entry('PvPlant', '/pvPlant', [], MENU_MODE.page, more);
    const [plain, tool, alerts] = items([
      page({ icon: 'IconNobodyKnows' }),
      page({ icon: 'IconTool' }),
      page({ params: 'status=alert&size=50' }),
    ]);
    expect(plain!.Icon).toBe(IconSolarPanel);
    expect(tool!.Icon).toBe(IconTool);
    expect(plain!.search).toEqual({});
    expect(alerts!.search).toEqual({ status: 'alert', size: 50 });
    expect(itemAt([plain!, alerts!], '/pvPlant', {})).toBe(plain);
    expect(itemAt([plain!, alerts!], '/pvPlant', { status: 'alert', size: 50, q: 'lake' })).toBe(alerts);
  });
  test('on phones keeps the four pages used most, in the order of the menu', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
      ...items([entry(name, '/pvPlant')])[0]!,
      path: `/${name}` as '/',
      title: name,
    }));
    expect(mostUsed(many, { '/e': 5, '/c': 2 }).map(({ title }) => title)).toEqual(['a', 'b', 'c', 'e']);
    const [first, second, ...others] = many;
    const grouped = [{ ...first!, id: 99, path: null, children: [first!, second!] }, ...others];
    expect(mostUsed(grouped, {}).map(({ title }) => title)).toEqual(['a', 'c', 'd', 'e']);
    // A page that is reached in several ways takes one place.
    const ways = [...many, { ...many[4]!, id: 98, title: 'e, otherwise' }];
    expect(mostUsed(ways, { '/e': 5, '/c': 2 }).map(({ title }) => title)).toEqual(['a', 'b', 'c', 'e']);
  });
});

test('who has just signed in is told so once, for some seconds', async () => {
  opensBy(async () => {});
  const words = () => screen.queryByText('Login successful');
  vi.useFakeTimers();
  try {
    // Nobody has: a page that is loaded again.
    show(<SignedInNotice />).unmount();
    await openAfterSignIn('/pvPlant');
    const { unmount } = show(<SignedInNotice />);
    expect(words()).not.toBeNull();
    expect(words()!.parentElement!.getAttribute('aria-live')).toBe('polite');
    act(() => void vi.advanceTimersByTime(5000));
    expect(words()).toBeNull();
    unmount();
    show(<SignedInNotice />);
    expect(words()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
