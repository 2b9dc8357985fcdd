// Cancelling the account: what is deleted, a plant that is offered to a new owner, and the final confirmation.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID } from '../../../test/answers.ts';
import { type Answers, openPage, press, refused, typeIn } from '../../../test/page.tsx';

type Leaving = Response<'account/leaving'>;
const plant: Leaving['plants'][number] = { sid: SID, name: 'Mill Lane', city: 'Ulm', offer: null };
const leaving = (change: Partial<Leaving> = {}): Leaving => ({
  plants: [plant],
  owned: 1,
  shared: 2,
  installed: 0,
  sessions: 1,
  files: 0,
  isLastAdministrator: false,
  companies: [],
  ...change,
});
const open = (answers: Answers = {}) =>
  openPage(
    '/ucenter/unsubscribe',
    { 'account/leaving': leaving(), 'account/archive': { archive: null }, ...answers },
    { role: 'owner' },
  );

test('lists what is deleted with the account and warns that it cannot be undone', async () => {
  await open();
  await screen.findByText('1 plant of yours with its devices and whole history');
  screen.getByText('This cannot be undone');
  screen.getByText('Your access to 2 plants that are shared with you');
  screen.getByText('Will be deleted');
});

test('offers a plant to a new owner and blocks the deletion of the account until the answer', async () => {
  const { answer, requests } = await open({
    'site/offers/make': { expiresIso: '2026-07-01T08:00:00Z' },
    'site/offers/withdraw': {},
  });
  fireEvent.click(await screen.findByLabelText('New owner: Mill Lane'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer the plant' }));
  const email = dialog.getByLabelText("New owner's e-mail");
  typeIn(email, 'nora@example.com');
  const offer = { email: 'nora@example.com', expiresIso: '2026-07-01T08:00:00Z' };
  answer({ 'account/leaving': leaving({ plants: [{ ...plant, offer }] }) });
  await press('Enter', email);
  await screen.findByText(/^Offered to nora@example\.com until/);
  screen.getByText(/1 plant is waiting for its new owner's answer\./);
  expect(screen.queryByText('Delete account permanently')).toBeNull();
  expect(requests('site/offers/make')).toEqual([{ sid: SID, email: 'nora@example.com' }]);
  answer({ 'account/leaving': leaving() });
  fireEvent.click(screen.getByLabelText('Withdraw: Mill Lane'));
  await screen.findByText('Delete account permanently');
  expect(requests('site/offers/withdraw')).toEqual([{ sid: SID, kind: 'owner' }]);
});

test('deletes the account after its own address and password were entered, and confirms that at sign-in', async () => {
  const { address, requests } = await open({
    'account/logOff': ({ email }) =>
      email === 'rosa@example.com' ? {} : refused('notYourEmail', 'This is not the address of your account.'),
  });
  const email = await screen.findByLabelText(/^E-mail/);
  const password = screen.getByLabelText(/^Password/, { selector: 'input' });
  typeIn(email, 'somebody@example.com');
  typeIn(password, 'a long sentence');
  await press('Enter', password);
  const reason = await screen.findByText('This is not the address of your account.');
  expect(email.getAttribute('aria-describedby')).toContain(reason.id);
  typeIn(email, 'rosa@example.com');
  await press('Enter', password);
  await screen.findByText('Account cancellation successful');
  await waitFor(() => expect(address()).toBe('/'));
  expect(requests('account/logOff').at(-1)).toEqual({
    email: 'rosa@example.com',
    password: 'a long sentence',
    plants: 1,
  });
});
