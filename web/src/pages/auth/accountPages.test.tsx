// Pages before sign-in that create an account or a password: forgotten, reset, registration, and the first administrator.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { siteCounts } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, refused, typeIn, userInfo } from '../../../test/page.tsx';
import { portal } from '../../brand/portal.ts';
import { session } from '../../session/session.ts';

const originalPortal = { ...portal };
afterEach(() => void Object.assign(portal, originalPortal));

const open = (address: string, answers: Answers = {}) =>
  openPage(address, answers, { role: 'owner', isSignedIn: false });
/** Input by its label; a required field's label ends with an asterisk. */
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`), { selector: 'input' });
const submit = (word: string) => fireEvent.click(screen.getByText(word, { selector: 'button *' }));
const typeAll = (texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) typeIn(field(label), text);
};

/** Checks that password managers recognize the field, its text is hidden and pasting works. */
function expectPassword(input: HTMLInputElement, kind: 'current-password' | 'new-password') {
  expect([input.type, input.autocomplete]).toEqual(['password', kind]);
  expect(fireEvent.paste(input, { clipboardData: { getData: () => 'a sentence of a password manager' } })).toBe(true);
}

test('sends a reset link and shows the same text whether or not there is an account', async () => {
  portal.sendsMail = true;
  const { requests } = await open('/forgetPwd', { 'email-forget-password': {} });
  await screen.findByRole('heading', { name: 'Forgot password' });
  submit('Send link');
  await screen.findByText('This Field is required.');
  typeIn(field('E-mail'), ' nobody@example.com ');
  await press('Enter', field('E-mail'));
  await screen.findByText(/If nobody@example\.com has an account, an email was sent to it\./);
  submit('Send another link');
  expect(requests('email-forget-password')).toEqual([{ email: 'nobody@example.com' }]);
  field('E-mail');
});

test('names the contact for a new password when the server sends no mail', async () => {
  portal.sendsMail = false;
  await open('/forgetPwd');
  await screen.findByText(/This server sends no e-mail\./);
  expect(screen.queryByText('Send link')).toBeNull();
});

test('saves a new password with the token in the fragment, and rejects a wrong repetition and a weak password', async () => {
  const { requests } = await open('/resetPwd#token=0123456789-0123456789', {
    'reset-password-email': ({ password }) =>
      password === 'Password1' ? refused('passwordCommon', 'This is one of the 10,000 commonest.') : {},
  });
  await screen.findByRole('heading', { name: 'Reset password' });
  expectPassword(field('New password'), 'new-password');
  expectPassword(field('Confirm new password'), 'new-password');
  typeAll({ 'New password': 'a sentence about rain', 'Confirm new password': 'another' });
  submit('Save password');
  await screen.findByText('Please enter the same value again');
  typeAll({ 'New password': 'Password1', 'Confirm new password': 'Password1' });
  submit('Save password');
  await screen.findByText('This is one of the 10,000 commonest.');
  expect(field('New password').getAttribute('aria-invalid')).toBe('true');
  typeAll({ 'New password': 'a sentence about rain', 'Confirm new password': 'a sentence about rain' });
  submit('Save password');
  await screen.findByText('Modified successfully');
  expect(screen.getByText('Go to sign-in').closest('a')!.getAttribute('href')).toBe('/');
  expect(requests('reset-password-email').at(-1)).toEqual({
    token: '0123456789-0123456789',
    password: 'a sentence about rain',
  });
});

test('reports an expired reset link and offers a new one', async () => {
  const { address } = await open('/resetPwd#token=0123456789-0123456789', {
    'reset-password-email': refused('passwordResetNotFound', 'This link is wrong or over.'),
  });
  await screen.findByRole('heading', { name: 'Reset password' });
  typeAll({ 'New password': 'a sentence about fog', 'Confirm new password': 'a sentence about fog' });
  submit('Save password');
  await screen.findByText('This link is wrong or over.');
  fireEvent.click(screen.getByText('Request a new link'));
  await waitFor(() => expect(address()).toBe('/forgetPwd'));
});

test('reports an incomplete address when the token is missing', async () => {
  await open('/resetPwd');
  await screen.findByText(/This address is incomplete\./);
});

const signedIn = { userInfo, tokenInfo: { token: 'T2', expiresAt: 1_800_000_000, duration: 43_200 }, siteCount: 0 };
const countryDefaults = { timezones: [] as string[], currency: 'EUR', temperatureUnit: 'Celsius' as const };
const registrationAnswers: Answers = {
  'sign-up/code': {},
  'sign-up': ({ code }) => (code === '123456' ? {} : refused('wrongCode', 'The code is wrong or has expired.')),
  'sign-in': signedIn,
  'common/country': { list: [{ code: 'DE', name: 'Germany', ...countryDefaults }] },
  'common/state': { list: [{ code: 'DE-BY', name: 'Bayern' }] },
  'site/listWithSN': { list: [], total: 0 },
  'overview/siteStatusCounts': siteCounts(),
};

test('registers an installer company with the mailed code and signs in', async () => {
  portal.openRegistration = true;
  const { requests, address } = await open('/register', registrationAnswers);
  fireEvent.click(await screen.findByLabelText('Installer company'));
  typeIn(field('E-mail'), 'sun@example.com');
  await press('Enter', field('E-mail'));
  await screen.findByText(/We have sent a code to sun@example\.com\./);
  submit('Register');
  // Seven required fields: code, company, name, country, password twice, consent.
  expect(await screen.findAllByText('This Field is required.')).toHaveLength(7);
  const inputNamed = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
  expectPassword(inputNamed('password'), 'new-password');
  typeIn(inputNamed('code'), '000 000');
  typeIn(inputNamed('companyName'), 'Sun & Sons');
  typeIn(inputNamed('contactPerson'), 'Ada Sun');
  await choose(screen.getByLabelText(/^Country/, { selector: 'input' }), 'Germany');
  await waitFor(() => expect(requests('common/state')).toEqual([{ country: 'DE' }]));
  await choose(screen.getByLabelText(/^State/, { selector: 'input' }), 'Bayern');
  typeIn(inputNamed('password'), 'a sentence about rain');
  typeIn(inputNamed('again'), 'a sentence about rain');
  fireEvent.click(inputNamed('agreedTo'));
  submit('Register');
  await screen.findByText('The code is wrong or has expired.');
  typeIn(inputNamed('code'), '123 456');
  submit('Register');
  await waitFor(() => expect(address()).toBe('/pvPlant'));
  expect(session().token).toBe('T2');
  expect(requests('sign-up').at(-1)).toMatchObject({
    kind: 'installer',
    email: 'sun@example.com',
    code: '123456',
    password: 'a sentence about rain',
    companyName: 'Sun & Sons',
    contactPerson: 'Ada Sun',
    countryCode: 'DE',
    StateCode: 'DE-BY',
  });
});

test('shows a notice instead of the registration form at a closed portal', async () => {
  portal.openRegistration = false;
  await open('/register');
  await screen.findByText(/Registration is closed\./);
  expect(screen.queryByText('Send code')).toBeNull();
});

test('hides registration at sign-in when the portal is closed', async () => {
  portal.openRegistration = false;
  await open('/');
  await screen.findByLabelText('E-mail');
  expect(screen.queryByText('Register')).toBeNull();
  expectPassword(field('Password'), 'current-password');
});

test('creates the first administrator with the secret in the fragment, which no call has in its address', async () => {
  const { requests } = await open('/setup#secret=not-the-secret-of-this-server', {
    'auth/setup': refused('setupLinkUsed', 'This set-up link is wrong.'),
  });
  typeIn(await screen.findByLabelText(/^E-mail/), 'first@example.com');
  for (const label of ['Password', 'Confirm password']) {
    expectPassword(field(label), 'new-password');
    typeIn(field(label), 'a long first password');
  }
  submit('Create administrator');
  await screen.findByText('This set-up link is wrong.');
  expect(requests('auth/setup')).toEqual([
    { secret: 'not-the-secret-of-this-server', email: 'first@example.com', password: 'a long first password' },
  ]);
});

test('accepts an invitation into a company with a new password after agreement to the terms', async () => {
  const { requests } = await open('/resetPwd#invitation=0123456789-0123456789', {
    'user/invitation': {
      email: 'ida@example.com',
      companyName: 'Solar Nord',
      groupName: 'Installer',
      hasAccount: false,
      isHandedOver: false,
    },
    'user/invitation/accept': {},
    'site/listWithSN': { list: [], total: 0 },
    'overview/siteStatusCounts': siteCounts(),
  });
  await screen.findByText('Solar Nord invites ida@example.com as Installer.');
  typeAll({ Password: 'a sentence about rain', 'Confirm password': 'a sentence about rain' });
  submit('Accept the invitation');
  await screen.findByText('This Field is required.');
  fireEvent.click(screen.getByRole('checkbox'));
  submit('Accept the invitation');
  await screen.findByText('Welcome to Solar Nord');
  expect(requests('user/invitation/accept')).toMatchObject([
    { token: '0123456789-0123456789', password: 'a sentence about rain' },
  ]);
});
