// Sign-in: the request, the page that follows, and the errors in the form.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { siteCounts } from '../../../test/answers.ts';
import { type Answers, openPage, press, refused, typeIn, unavailable, userInfo } from '../../../test/page.tsx';
import { endSession, session, startSession } from '../../session/session.ts';

const signedIn: Response<'sign-in'> = {
  userInfo,
  tokenInfo: { token: 'T2', expiresAt: 1_800_000_000, duration: 43_200 },
  siteCount: 0,
};
const noPlants: Answers = { 'site/listWithSN': { list: [], total: 0 }, 'overview/siteStatusCounts': siteCounts() };

const open = (answers: Answers, address = '/') =>
  openPage(address, { ...noPlants, ...answers }, { role: 'owner', isSignedIn: false });

function fillIn(account: string, password: string): HTMLElement {
  typeIn(screen.getByLabelText('E-mail'), account);
  const field = screen.getByLabelText('Password');
  typeIn(field, password);
  return field;
}
const submit = () => screen.getByRole('button', { name: 'Sign in' });
const form = () => within(submit().closest('form')!);

test('signs in with Enter in the password field and opens the plant list', async () => {
  const { requests, address } = await open({ 'sign-in': signedIn });
  await press('Enter', fillIn(' rosa@example.com ', 'a long sentence'));
  await screen.findByRole('heading', { name: 'Plants' });
  expect(address()).toBe('/pvPlant');
  expect(requests('sign-in')).toEqual([{ account: 'rosa@example.com', password: 'a long sentence' }]);
  expect(session().token).toBe('T2');
});

test('returns to the page that was requested before signing in', async () => {
  const { address } = await open({ 'sign-in': signedIn }, '/?redirect=%2FprivacyPolicy%3Ffrom%3Dmail');
  await press('Enter', fillIn('rosa@example.com', 'a long sentence'));
  await waitFor(() => expect(address()).toBe('/privacyPolicy?from=mail'));
});

test('opens the plant list when the address redirects to another site', async () => {
  const { address } = await open({ 'sign-in': signedIn }, '/?redirect=%2F%2Fevil.example');
  await press('Enter', fillIn('rosa@example.com', 'a long sentence'));
  await screen.findByRole('heading', { name: 'Plants' });
  expect(address()).toBe('/pvPlant');
});

test('requires both fields and sends nothing while they are empty', async () => {
  const { requests } = await open({});
  fireEvent.click(submit());
  expect(await form().findAllByText('This Field is required.')).toHaveLength(2);
  typeIn(screen.getByLabelText('E-mail'), 'rosa@example.com');
  expect(form().getAllByText('This Field is required.')).toHaveLength(1);
  expect(requests('sign-in')).toEqual([]);
});

test('shows the reason in the form when the password is wrong and keeps the input', async () => {
  const { address, answer } = await open({ 'sign-in': refused('wrongCredentials', 'E-mail or password is wrong.') });
  const field = fillIn('rosa@example.com', 'wrong');
  await press('Enter', field);
  await form().findByText('E-mail or password is wrong.');
  expect([address(), session().token]).toEqual(['/', '']);
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('rosa@example.com');
  answer({ 'sign-in': signedIn });
  typeIn(field, 'right');
  await press('Enter', field);
  await screen.findByRole('heading', { name: 'Plants' });
});

test('reports that the server cannot be reached and allows a retry', async () => {
  const { requests } = await open({ 'sign-in': unavailable });
  fillIn('rosa@example.com', 'a long sentence');
  fireEvent.click(submit());
  await form().findByText('Server connection failed. Please try again later');
  fireEvent.click(submit());
  await waitFor(() => expect(requests('sign-in')).toHaveLength(2));
});

test('requests a code when the account has a second factor and sends it with the password', async () => {
  const { requests } = await open({
    'sign-in': ({ code }) => {
      if (code === undefined) return refused('secondFactorNeeded', 'A code is needed.');
      return code === '123456' ? signedIn : refused('wrongSecondFactor', 'The code is wrong.');
    },
  });
  await press('Enter', fillIn('rosa@example.com', 'a long sentence'));
  const field = await screen.findByLabelText('Code');
  expect(document.activeElement).toBe(field);
  typeIn(field, '000000');
  await press('Enter', field);
  await form().findByText('The code is wrong.');
  typeIn(field, '123456');
  await press('Enter', field);
  await screen.findByRole('heading', { name: 'Plants' });
  expect(requests('sign-in').map(({ code }) => code)).toEqual([undefined, '000000', '123456']);
});

test('says why the password does not suffice after many failures, and takes a code or leads to a mailed link', async () => {
  const { requests } = await open({
    'sign-in': ({ code }) => (code === '123456' ? signedIn : refused('proofNeeded', 'Too many failed sign-ins.')),
  });
  await press('Enter', fillIn('rosa@example.com', 'a long sentence'));
  const field = await screen.findByLabelText('Code');
  form().getByText('Too many failed sign-ins.');
  expect(form().getByText<HTMLAnchorElement>('Forgot password?').pathname).toBe('/forgetPwd');
  typeIn(field, '123456');
  await press('Enter', field);
  await screen.findByRole('heading', { name: 'Plants' });
  expect(requests('sign-in').map(({ code }) => code)).toEqual([undefined, '123456']);
});

test('returns from the code to the password', async () => {
  await open({ 'sign-in': refused('secondFactorNeeded', 'A code is needed.') });
  await press('Enter', fillIn('rosa@example.com', 'a long sentence'));
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
  await screen.findByLabelText('Password');
  expect(screen.queryByLabelText('Code')).toBeNull();
});

test('reports the expired session after a redirect to sign-in', async () => {
  startSession(signedIn);
  endSession('expired');
  await open({});
  form().getByText('Login has expired, please log in again');
});

test('does not start company sign-in without an e-mail address', async () => {
  const { requests } = await open({});
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with your company' }));
  await form().findByText('This Field is required.');
  expect(requests('sign-in/company/begin')).toEqual([]);
});

test('shows the reason in the form when no company matches the address', async () => {
  const { requests } = await open({
    'sign-in/company/begin': refused('noCompanySignIn', 'No company signs in people of example.com.'),
  });
  typeIn(screen.getByLabelText('E-mail'), 'rosa@example.com');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with your company' }));
  await form().findByText('No company signs in people of example.com.');
  expect(requests('sign-in/company/begin')).toEqual([{ account: 'rosa@example.com' }]);
});
