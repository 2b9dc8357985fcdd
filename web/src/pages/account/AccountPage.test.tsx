// Account page: second factors, sessions, tokens, webhooks and the e-mail address, as far as they are forms and lists of one page.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type Answers,
  choose,
  openPage,
  press,
  type Reader,
  refused,
  typeIn,
  unavailable,
} from '../../../test/page.tsx';
import { chooseLanguage } from '../../session/chooseLanguage.ts';
import { session } from '../../session/session.ts';
import { KEYS, stored } from '../../session/storage.ts';

type Factors = Response<'account/secondFactor'>;
const factors = (change: Partial<Factors> = {}): Factors => ({
  canHaveCodes: true,
  codesSinceIso: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  companies: [],
  ...change,
});
const own = { id: 1, current: true, client: '', address: '127.0.0.1' };
const times = {
  createdAt: '2026-05-01T08:00:00Z',
  lastUsedAt: '2026-05-02T08:00:00Z',
  expiresAt: '2026-06-01T08:00:00Z',
};
const webhook = (
  change: Partial<Response<'webhook/list'>['list'][number]> = {},
): Response<'webhook/list'>['list'][number] => ({
  id: '0c8ab9a0-3c55-4e2c-9a55-0123456789ab',
  name: 'My chat',
  url: 'https://chat.example/hook',
  events: ['alert.began', 'alert.ended', 'device.offline'],
  plants: null,
  skipped: 0,
  token: null,
  madeIso: '2026-05-01T08:00:00Z',
  previousSecretUntilIso: null,
  off: null,
  failingSinceIso: null,
  waiting: 0,
  ...change,
});
const DELIVERY = '1d8ab9a0-3c55-4e2c-9a55-0123456789ab';
const profile: Response<'account/info'> = {
  uid: 7,
  email: 'rosa@example.com',
  userType: 1,
  countryName: 'Germany',
  stateName: '',
  countryCode: 'DE',
  StateCode: '',
  city: 'Ulm',
  street: '',
  contactPerson: 'Rosa',
  contactNumber: '',
  headerImg: '',
  fullHeaderImg: '',
  is_auth: 0,
  groupId: 5,
  groupName: 'Installer',
  parent_id: 0,
  parent_email: '',
  company_id: 3,
  companyName: 'Solar Nord',
  businessName: '',
  oemid: 0,
  oemweb: '',
  isCompanyOwner: 0,
  isBlack: 0,
  language: 'en',
  temperatureUnit: '',
  problemDigest: 'off',
  digestTimezone: 'UTC',
};
const account: Answers = {
  'account/info': profile,
  'account/email/pending': { change: null },
  'account/offers': { list: [] },
  'account/secondFactor': factors(),
  'account/sessions': { byCompany: false, list: [{ ...own, ...times }] },
  'account/tokens': { list: [] },
  'account/push': { publicKey: null, list: [] },
  'webhook/list': { list: [] },
  'device/history/files': { list: [], total: 0, underWay: 0 },
};
const open = (answers: Answers = {}, as: Reader = { role: 'owner' }) =>
  openPage('/ucenter/account', { ...account, ...answers }, as);
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const pressButton = (within: Awaited<ReturnType<typeof dialog>>, word: string) =>
  fireEvent.click(within.getByText(word, { selector: 'button *' }));
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('sets up an authenticator app: password, first code, then recovery codes that Escape does not close', async () => {
  const { answer, requests } = await open({
    'account/secondFactor/begin': ({ password }) =>
      password === 'right'
        ? { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x' }
        : refused('wrongPassword', 'Wrong.'),
    'account/secondFactor/confirm': ({ code }) =>
      code === '123456'
        ? { recoveryCodes: ['aaaa-1111', 'bbbb-2222'] }
        : refused('wrongSecondFactor', 'This code is wrong.'),
  });
  const factorsCard = await card('Two-step sign-in and passkeys');
  await factorsCard.findByText('Off: the password alone opens this account.');
  pressButton(factorsCard, 'Set up');
  const first = await dialog();
  const password = await first.findByLabelText(/^Your password/);
  typeIn(password, 'not it');
  await press('Enter', password);
  await first.findByText('Wrong.');
  typeIn(password, 'right');
  await press('Enter', password);
  const code = await first.findByLabelText('Code from the app');
  first.getByRole('img', { name: 'QR code for the app' });
  first.getByText('ABCD EFGH IJKL MNOP');
  typeIn(code, '000000');
  await press('Enter', code);
  await first.findByText('This code is wrong.');
  typeIn(code, '123456');
  answer({ 'account/secondFactor': factors({ codesSinceIso: '2026-05-01T08:00:00Z', recoveryCodesLeft: 10 }) });
  await press('Enter', code);
  const recovery = await dialog();
  await recovery.findByText('aaaa-1111');
  expect(recovery.getAllByRole('listitem')).toHaveLength(2);
  await press('Escape', recovery.getByText('aaaa-1111'));
  pressButton(recovery, 'Done, I saved them');
  await dialogClosed();
  await factorsCard.findByText('10 recovery codes left');
  expect(requests('account/secondFactor/confirm')).toHaveLength(2);
});

test('turns codes off with the password and a code, and marks the field that is wrong', async () => {
  const on = factors({ codesSinceIso: '2026-05-01T08:00:00Z', recoveryCodesLeft: 9 });
  const { answer, requests } = await open({
    'account/secondFactor': on,
    'account/secondFactor/end': refused('wrongSecondFactor', 'This code is wrong, over or used.'),
  });
  const factorsCard = await card('Two-step sign-in and passkeys');
  await factorsCard.findByText('9 recovery codes left');
  pressButton(factorsCard, 'Turn off');
  const prompt = await dialog();
  typeIn(await prompt.findByLabelText(/^Your password/), 'a long sentence');
  const code = prompt.getByLabelText('Code from the app, or a recovery code');
  typeIn(code, 'aaaa-1111');
  await press('Enter', code);
  const reason = await prompt.findByText('This code is wrong, over or used.');
  expect(code.getAttribute('aria-describedby')).toContain(reason.id);
  answer({ 'account/secondFactor/end': {}, 'account/secondFactor': factors() });
  await press('Enter', code);
  await dialogClosed();
  await factorsCard.findByText('Off: the password alone opens this account.');
  expect(requests('account/secondFactor/end').at(-1)).toEqual({ password: 'a long sentence', code: 'aaaa-1111' });
});

test('creates a token, shows it once and revokes it', async () => {
  const { answer, requests } = await open({
    'account/tokens/make': { id: 4, token: 'hgt_secret', expiresIso: '2026-09-01T08:00:00Z' },
    'account/tokens/revoke': {},
  });
  const tokens = await card('API tokens');
  await tokens.findByText(/A program signs in with a token instead of your password/);
  pressButton(tokens, 'Create token');
  const form = await dialog();
  pressButton(form, 'Create');
  expect(await form.findAllByText('This Field is required.')).toHaveLength(2);
  typeIn(form.getByLabelText('Name'), 'Home Assistant');
  const password = form.getByLabelText(/^Your password/);
  typeIn(password, 'a long sentence');
  const tokenFields = { id: 4, name: 'Home Assistant', scope: 'read' as const, madeIso: '2026-06-01T08:00:00Z' };
  answer({ 'account/tokens': { list: [{ ...tokenFields, lastUsedIso: null, expiresIso: '2026-09-01T08:00:00Z' }] } });
  await press('Enter', password);
  const tokenInput = await screen.findByLabelText<HTMLInputElement>('Token');
  expect(tokenInput.value).toBe('hgt_secret');
  expect(requests('account/tokens/make')).toEqual([
    { name: 'Home Assistant', password: 'a long sentence', scope: 'read', days: 90 },
  ]);
  pressButton(await dialog(), 'Done, I saved it');
  await dialogClosed();
  await tokens.findByText('Home Assistant');
  tokens.getByText('Read');
  expect(screen.queryByDisplayValue('hgt_secret')).toBeNull();
  pressButton(tokens, 'Revoke');
  answer({ 'account/tokens': { list: [] } });
  pressButton(await dialog(), 'Revoke');
  await tokens.findByText(/A program signs in with a token/);
  expect(requests('account/tokens/revoke')).toEqual([{ id: 4 }]);
});

test('explains that a token with write access requires a second factor', async () => {
  await open({ 'account/tokens/make': refused('tokenNeedsSecondFactor', 'Set up a second factor first.') });
  pressButton(await card('API tokens'), 'Create token');
  const form = await dialog();
  await choose(form.getByRole('combobox', { name: 'Scope' }), 'Control: can do whatever you may do');
  await form.findByText(/^Control requires a second factor\./);
  typeIn(form.getByLabelText('Name'), 'Home Assistant');
  const password = form.getByLabelText(/^Your password/);
  typeIn(password, 'a long sentence');
  await press('Enter', password);
  await form.findByText('Set up a second factor first.');
});

test('ends all other sessions after the password was entered', async () => {
  const other = { ...own, ...times, id: 2, current: false };
  const { answer, requests } = await open({
    'account/sessions': { byCompany: false, list: [{ ...own, ...times }, other] },
    'account/endSession': ({ password }) =>
      password === 'right' ? { ended: 1, revokedTokens: 0 } : refused('wrongPassword', 'The password is wrong.'),
  });
  const sessions = await card('Sessions');
  expect(await sessions.findAllByText('This session')).toHaveLength(1);
  pressButton(sessions, 'End all others');
  const prompt = await dialog();
  const password = await prompt.findByLabelText(/^Your password/);
  typeIn(password, 'not it');
  await press('Enter', password);
  await prompt.findByText('The password is wrong.');
  typeIn(password, 'right');
  answer({ 'account/sessions': { byCompany: false, list: [{ ...own, ...times }] } });
  await press('Enter', password);
  await dialogClosed();
  await waitFor(() => expect(sessions.queryByText('End')).toBeNull());
  sessions.getByText('This session');
  expect(requests('account/endSession').at(-1)).toEqual({ password: 'right', revokeTokens: true });
});

test('offers to revoke API tokens with all other sessions and names what ends and what stays', async () => {
  const token = { id: 4, name: 'Home Assistant', scope: 'control' as const, madeIso: '2026-06-01T08:00:00Z' };
  const { requests } = await open({
    'account/sessions': {
      byCompany: false,
      list: [
        { ...own, ...times },
        { ...own, ...times, id: 2, current: false },
      ],
    },
    'account/tokens': { list: [{ ...token, lastUsedIso: null, expiresIso: '2026-09-01T08:00:00Z' }] },
    'webhook/list': {
      list: [webhook(), webhook({ id: DELIVERY, name: 'Of a program', token: { id: 4, name: 'Home Assistant' } })],
    },
    'account/endSession': { ended: 1, revokedTokens: 0 },
  });
  await (await card('Notifications')).findByText('Ends with the API token Home Assistant');
  const sessions = await card('Sessions');
  await sessions.findAllByText('This session');
  pressButton(sessions, 'End all others');
  const prompt = await dialog();
  const choice = await prompt.findByRole<HTMLInputElement>('checkbox', { name: 'Also revoke all API tokens' });
  expect(choice.checked).toBe(true);
  await prompt.findByText(/^Home Assistant\. Programs that use them/);
  prompt.getByText('Webhooks that these tokens created end with them: Of a program.');
  prompt.getByText(/^These webhooks stay: My chat\./);
  fireEvent.click(choice);
  prompt.getByText('API tokens stay valid.');
  prompt.getByText(/^These webhooks stay: My chat, Of a program\./);
  const password = prompt.getByLabelText(/^Your password/);
  typeIn(password, 'right');
  await press('Enter', password);
  await dialogClosed();
  expect(requests('account/endSession')).toEqual([{ password: 'right', revokeTokens: false }]);
});

test('requests a change of address with the password and shows which side has agreed', async () => {
  const { answer, requests } = await open({
    'account/email/change': ({ password }) =>
      password === 'right' ? {} : refused('wrongPassword', 'The password is wrong.'),
  });
  const address = await card('E-mail address');
  fireEvent.click(await address.findByText('Change address'));
  const form = await dialog();
  typeIn(await form.findByLabelText(/^New address/), 'moved@example.com');
  const password = form.getByLabelText(/^Password/, { selector: 'input' });
  typeIn(password, 'wrong');
  await press('Enter', password);
  await form.findByText('The password is wrong.');
  typeIn(password, 'right');
  const change = { email: 'moved@example.com', oldAgreed: true, newAgreed: false, expiresIso: '2026-06-02T08:00:00Z' };
  answer({ 'account/email/pending': { change } });
  await press('Enter', password);
  await dialogClosed();
  await address.findByText(/Change to moved@example\.com pending/);
  address.getByText('Current address: confirmed');
  address.getByText('Cancel the change');
  expect(requests('account/email/change').at(-1)).toEqual({ email: 'moved@example.com', password: 'right' });
});

test('adds a webhook, shows its secret once, and shows a refused address at its field', async () => {
  const { answer, requests } = await open({
    'webhook/create': ({ url }) =>
      url.startsWith('https')
        ? { id: webhook().id, secret: 'whsec_x' }
        : refused('webhookAddress', 'No https address.'),
  });
  const channels = await card('Notifications');
  await channels.findByText(/A webhook posts signed messages to your own program/);
  pressButton(channels, 'Add a webhook');
  const form = await dialog();
  typeIn(await form.findByLabelText('Name'), 'My chat');
  const url = form.getByLabelText('Address');
  typeIn(url, 'http://10.0.0.7/hook');
  await press('Enter', url);
  const reason = await form.findByText('No https address.');
  expect(url.getAttribute('aria-describedby')).toContain(reason.id);
  typeIn(url, 'https://chat.example/hook');
  answer({ 'webhook/list': { list: [webhook()] } });
  await press('Enter', url);
  expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe('whsec_x');
  pressButton(await dialog(), 'Done, I saved it');
  await dialogClosed();
  await channels.findByText('My chat');
  channels.getByText('3 event types, all plants');
  expect(requests('webhook/create').at(-1)).toMatchObject({
    name: 'My chat',
    url: 'https://chat.example/hook',
    sids: null,
  });
});

test('sends a test to a webhook, shows its answer as text, and resends a message', async () => {
  const sent = {
    deliveryId: DELIVERY,
    event: 'test' as const,
    siteName: '',
    atIso: '2026-06-01T08:00:00Z',
    state: 'sent' as const,
    tries: 1,
    triedIso: '2026-06-01T08:00:00Z',
    status: 200,
    failure: null,
    durationMs: 12,
    answer: '<b>taken</b>',
    nextTryIso: null,
  } as const;
  const { answer, requests } = await open({
    'webhook/list': { list: [webhook()] },
    'webhook/deliveries': { list: [], total: 0 },
    'webhook/test': { deliveryId: DELIVERY },
    'webhook/sendAgain': {},
  });
  fireEvent.click(await screen.findByLabelText('Log of My chat'));
  const log = await dialog();
  await log.findByText('Nothing has been sent yet.');
  answer({ 'webhook/deliveries': { list: [sent], total: 1 } });
  pressButton(log, 'Send a test');
  await log.findByText('Accepted');
  log.getByText(/HTTP 200/);
  log.getByText('<b>taken</b>');
  pressButton(log, 'Send again');
  await waitFor(() => expect(requests('webhook/sendAgain')).toEqual([{ deliveryId: DELIVERY }]));
  expect(requests('webhook/test')).toHaveLength(1);
});

test('replaces the secret of a webhook after a confirmation and shows the new one once', async () => {
  const { answer, requests } = await open({
    'webhook/list': { list: [webhook()] },
    'webhook/replaceSecret': { secret: 'whsec_y', previousUntilIso: '2026-06-02T08:00:00Z' },
  });
  const channels = await card('Notifications');
  fireEvent.click(await channels.findByLabelText('Edit My chat'));
  pressButton(await dialog(), 'Replace secret');
  const confirmation = within(await screen.findByRole('dialog', { name: 'Replace the secret of My chat?' }));
  answer({ 'webhook/list': { list: [webhook({ previousSecretUntilIso: '2026-06-02T08:00:00Z' })] } });
  pressButton(confirmation, 'Replace secret');
  expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe('whsec_y');
  expect(requests('webhook/replaceSecret')).toEqual([{ id: webhook().id }]);
  pressButton(await dialog(), 'Done, I saved it');
  await dialogClosed();
  fireEvent.click(channels.getByLabelText('Edit My chat'));
  await (await dialog()).findByText(/Previous secret valid until/);
});

test('turns a webhook off and deletes it after a confirmation', async () => {
  const { answer, requests } = await open({
    'webhook/list': { list: [webhook()] },
    'webhook/update': {},
    'webhook/del': {},
  });
  const channels = await card('Notifications');
  fireEvent.click(await channels.findByLabelText('Edit My chat'));
  answer({ 'webhook/list': { list: [webhook({ off: 'person' })] } });
  pressButton(await dialog(), 'Turn off');
  await dialogClosed();
  await channels.findByText('Off');
  expect(requests('webhook/update')).toEqual([{ id: webhook().id, isOn: false }]);
  fireEvent.click(channels.getByLabelText('Edit My chat'));
  pressButton(await dialog(), 'Delete');
  const confirmation = within(await screen.findByRole('dialog', { name: 'Delete the webhook My chat?' }));
  answer({ 'webhook/list': { list: [] } });
  pressButton(confirmation, 'Delete');
  await channels.findByText(/A webhook posts signed messages/);
  expect(requests('webhook/del')).toEqual([{ id: webhook().id }]);
});

test('links the bar that asks for a second factor to the page where it is set up', async () => {
  const menus = {
    list: [],
    secondFactor: { byIso: new Date(Date.now() + 9.5 * 86_400_000).toISOString(), isOver: false },
  };
  await open({ 'auth/role/menu/view': { ...menus, userInfo: null, viewing: null, version: '1' } });
  const bar = within(await screen.findByRole('region', { name: 'Second factor' }));
  bar.getByText(/Your role or your company requires a second factor.*10 days left/);
  expect(bar.getByText('Set it up').closest('a')!.getAttribute('href')).toBe('/ucenter/account');
  fireEvent.click(bar.getByText('Later'));
  expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull();
  expect(session().secondFactor).not.toBeNull();
});

test('chooses a weekly digest of open problems, in the time zone of the browser', async () => {
  const { answer, requests } = await open({ 'account/update': {} });
  const channels = await card('Notifications');
  const field = await channels.findByRole('combobox', { name: 'Digest of open problems' });
  expect(field.textContent).toContain('Never');
  answer({
    'account/info': { ...profile, problemDigest: 'weekly', digestTimezone: 'Europe/Rome' },
  });
  await choose(field, 'Mondays at 7:00');
  expect(await channels.findByText('Time zone: Europe/Rome')).toBeTruthy();
  expect(requests('account/update')).toEqual([
    { problemDigest: 'weekly', digestTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  ]);
});

test('shows the language of mails, and changes it to that of the pages', async () => {
  const { answer, requests } = await open({ 'account/info': { ...profile, language: 'de' }, 'account/update': {} });
  await screen.findByText('E-mails, notifications and webhooks: Deutsch.');
  answer({ 'account/info': { ...profile, language: 'en' } });
  fireEvent.click(screen.getByText('Change to English'));
  await screen.findByText('E-mails, notifications and webhooks: English.');
  expect(requests('account/update')).toEqual([{ language: 'en' }]);
  expect(screen.queryByText('Change to English')).toBeNull();
});

test('a language chosen while signed in is that of the account, too; without an answer nothing changes', async () => {
  const { answer, requests } = await open({ 'account/update': unavailable });
  await screen.findByText('E-mails, notifications and webhooks: English.');
  let reloads = 0;
  const choose = () => chooseLanguage('de', () => reloads++);
  await choose();
  await screen.findByText(/Server connection failed/);
  expect([reloads, stored(KEYS.language)]).toEqual([0, null]);
  answer({ 'account/update': {} });
  await choose();
  expect([reloads, stored(KEYS.language)]).toEqual([1, 'de']);
  expect(requests('account/update').at(-1)).toEqual({ language: 'de' });
  // Viewing another role changes nothing in the account, but the pages.
  answer({ 'account/update': refused('viewingAs', 'Only viewing.') });
  await choose();
  expect(reloads).toBe(2);
});
