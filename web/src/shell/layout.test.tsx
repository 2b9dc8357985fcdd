// The dialogs and menus around the pages.
import type { Menu } from '@heliograph/contract/entities/user.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { MantineProvider } from '@mantine/core';
import { IconSolarPanel, IconTool } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { collectSpoken } from '../../test/spoken.ts';
import { ApiError } from '../api/failures.ts';
import { queryClient } from '../api/useCall.ts';
import { fieldOfError } from '../components/form/fieldOfError.ts';
import { addTexts, startTexts } from '../i18n/start.ts';
import { t } from '../i18n/translation.ts';
import { openAfterSignIn, setAfterSignIn } from '../session/afterSignIn.ts';
import { mostUsed } from './BottomBar.tsx';
import { ChangePasswordForm } from './ChangePasswordDialog.tsx';
import { itemAt, menuItems } from './menu.tsx';
import { passwordRules, REFUSED_AT } from './passwordRules.ts';
import SignedInNotice from './SignedInNotice.tsx';
import { TipDialog } from './TipDialog.tsx';
import { isLoadFailure, showTip } from './tip.ts';

const spoken = collectSpoken();

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
    revokeTokens: true,
  });
  test.each([
    [fields('', '', ''), { password: 'required', newPassword: 'required', newPassword2: 'required' }],
    [fields('old', '   ', 'x'), { newPassword: 'required', newPassword2: 'same' }],
    [fields('old', '12345', '12345'), { newPassword: 'minLength' }],
    [fields('old', ' 1234 ', ' 1234 '), { newPassword: 'minLength' }],
    [fields('old', '123456', '123457'), { newPassword2: 'same' }],
    [fields('old', ' 123456', '123456 '), {}],
    [fields(' ', '123456', '123456'), { password: 'required' }],
  ])('the values %o have the expected faults', (values, faults) => {
    const actual = Object.entries(passwordRules.faults(values)).map(([name, { type }]) => [name, type]);
    expect(Object.fromEntries(actual)).toEqual(faults);
  });

  test.each([
    ['wrongPassword', 'password'],
    ['samePassword', 'newPassword'],
    ['passwordCommon', 'newPassword'],
    ['passwordStolen', 'newPassword'],
    ['passwordIsAccount', 'newPassword'],
    ['passwordIsProduct', 'newPassword'],
    ['tooManyRequests', undefined],
  ] as const)('the server’s refusal %s is shown at the field %s', (refusal, field) => {
    expect(fieldOfError(new ApiError(ERROR_CODES[refusal], 'in words'), REFUSED_AT)).toBe(field);
  });

  test('shows the missing value at each field and sends nothing', async () => {
    show(<ChangePasswordForm onDone={() => undefined} />);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
    expect(await screen.findAllByText('This Field is required.')).toHaveLength(3);
    for (const label of ['Old password', 'New password', 'Confirm new password']) {
      const field = screen.getByLabelText(label, { selector: 'input' });
      expect(field.getAttribute('aria-invalid')).toBe('true');
      const descriptions = (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id));
      expect(descriptions.map((node) => node?.textContent)).toContain('This Field is required.');
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
  ])('the message "%s" is a load failure: %s', (message, isFailure) => expect(isLoadFailure(message)).toBe(isFailure));

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
    extra: Partial<Menu> = {},
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
    ...extra,
  });
  const items = (menus: Menu[]) => menuItems(menus, t);

  test('shows pages by their translated title and not buttons', () => {
    const [plants] = items([entry('PvPlant', '/pvPlant', [entry('SiteCreate', '', [], MENU_MODE.button)])]);
    expect(plants).toMatchObject({ title: 'PV Plant', children: [] });
    expect(items([entry('Custom', '/ucenter/account')])[0]!.title).toBe('Custom as named');
  });
  test('shows a title set by an administrator instead of the portal’s', () => {
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
  test('leaves out an entry with an unknown path', () => {
    expect(items([entry('Nowhere', '/nowhere')])).toEqual([]);
  });
  test('finds the entry of the current page', () => {
    const plants = items([entry('PvPlant', '/pvPlant')]);
    expect([itemAt(plants, '/pvPlant/detail'), itemAt(plants, '/pvPlantX')]).toEqual([plants[0], undefined]);
  });
  test('takes icon and params from the entry, and the page’s own icon for an unknown one', () => {
    const page = (extra: Partial<Menu>) => entry('PvPlant', '/pvPlant', [], MENU_MODE.page, extra);
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
  test('shows the four most used pages on phones, in the order of the menu', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
      ...items([entry(name, '/pvPlant')])[0]!,
      path: `/${name}` as '/',
      title: name,
    }));
    expect(mostUsed(many, { '/e': 5, '/c': 2 }).map(({ title }) => title)).toEqual(['a', 'b', 'c', 'e']);
    const [first, second, ...others] = many;
    const grouped = [{ ...first!, id: 99, path: null, children: [first!, second!] }, ...others];
    expect(mostUsed(grouped, {}).map(({ title }) => title)).toEqual(['a', 'c', 'd', 'e']);
    // A page with several entries takes one place.
    const withDuplicate = [...many, { ...many[4]!, id: 98, title: 'e, otherwise' }];
    expect(mostUsed(withDuplicate, { '/e': 5, '/c': 2 }).map(({ title }) => title)).toEqual(['a', 'b', 'c', 'e']);
  });
});

test('a new sign-in is confirmed once, for some seconds', async () => {
  setAfterSignIn(async () => {});
  const notice = () => screen.queryByText('Login successful');
  vi.useFakeTimers();
  try {
    // No sign-in: the page was only reloaded.
    show(<SignedInNotice />).unmount();
    await openAfterSignIn('/pvPlant');
    const { unmount } = show(<SignedInNotice />);
    expect(notice()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(5000));
    expect(notice()).toBeNull();
    unmount();
    show(<SignedInNotice />);
    expect(notice()).toBeNull();
    await act(async () => undefined);
    expect(spoken.filter((text) => text === 'Login successful')).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
