// Passwords of BDM devices: generated for a purpose, shown once, and listed without the password.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID } from '../../../test/answers.ts';
import { type Answers, openPage, press, refused, typeIn } from '../../../test/page.tsx';

const line: Response<'bdmPassword/list'>['list'][number] = {
  id: '1',
  sn: '5BD00001',
  siteName: 'Mill Lane',
  sid: SID,
  userEmail: 'rosa@example.com',
  purpose: 'Change the grid profile',
  madeIso: '2026-06-01T08:00:00Z',
  validUntilIso: '2026-06-01T09:00:00Z',
};
const open = (answers: Answers = {}) =>
  openPage(
    '/generateBDMPassword',
    { 'bdmPassword/list': { list: [], total: 0, isSetUp: true }, ...answers },
    { role: 'installer' },
  );
const openDialog = async () => {
  const button = (await screen.findAllByText('Generate passwords', { selector: 'button *' }))[0]!;
  await waitFor(() => expect(button.closest('button')!.disabled).toBe(false));
  fireEvent.click(button);
  return within(await screen.findByRole('dialog'));
};

test('generates a password, shows it once and lists requester and purpose', async () => {
  const { answer, requests } = await open({
    'bdmPassword/generate': { list: [{ sn: '5BD00001', password: '12345678' }], validUntilIso: line.validUntilIso },
  });
  const dialog = await openDialog();
  typeIn(await dialog.findByLabelText(/^Serial numbers/), '5bd00001');
  const purpose = dialog.getByLabelText(/^Purpose/);
  typeIn(purpose, 'Change the grid profile');
  answer({ 'bdmPassword/list': { list: [line], total: 1, isSetUp: true } });
  await press('Enter', purpose);
  const password = await dialog.findByText('12345678');
  dialog.getByText(/This password is shown only once/);
  await press('Escape', password);
  screen.getByText('12345678');
  fireEvent.click(dialog.getByText('Done, I saved it'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const row = within((await screen.findByText('Change the grid profile')).closest('tr')!);
  row.getByText('5BD00001');
  row.getByText('rosa@example.com');
  expect(row.getByText('Mill Lane').getAttribute('href')).toContain(SID);
  expect(document.body.textContent).not.toContain('12345678');
  expect(requests('bdmPassword/generate')).toEqual([
    { sn: ['5BD00001'], purpose: 'Change the grid profile', minutes: 60 },
  ]);
});

test('requires serial numbers and purpose and sends nothing without them', async () => {
  const { requests } = await open();
  const dialog = await openDialog();
  await press('Enter', await dialog.findByLabelText(/^Purpose/));
  await dialog.findByText('State the purpose in a few words.');
  dialog.getByText('This Field is required.');
  expect(requests('bdmPassword/generate')).toEqual([]);
});

test('shows the refused number and keeps the input', async () => {
  await open({ 'bdmPassword/generate': refused('serialNumberFailed', 'Failed verification (5BD0FFFF)') });
  const dialog = await openDialog();
  const numbers = await dialog.findByLabelText<HTMLTextAreaElement>(/^Serial numbers/);
  typeIn(numbers, '5BD00001 5BD0FFFF');
  const purpose = dialog.getByLabelText(/^Purpose/);
  typeIn(purpose, 'Change the grid profile');
  await press('Enter', purpose);
  await dialog.findByText('Failed verification (5BD0FFFF)');
  expect(numbers.value).toBe('5BD00001 5BD0FFFF');
});

test('disables generation for a brand without a secret and states the reason', async () => {
  await open({ 'bdmPassword/list': { list: [], total: 0, isSetUp: false } });
  await screen.findByText(/has set no secret for your brand/);
  for (const button of await screen.findAllByText('Generate passwords', { selector: 'button *' }))
    expect(button.closest('button')!.disabled).toBe(true);
});
