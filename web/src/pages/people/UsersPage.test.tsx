// People of companies: who works where, and how they are invited, changed, frozen and removed.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { person, personDetail } from '../../../test/answers.ts';
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
import { t } from '../../i18n/translation.ts';

const invited = person({
  uid: 0,
  invitationId: 9,
  email: 'new@example.com',
  contactPerson: 'Noah New',
  state: 'invited',
  invitedUntilIso: '2026-07-01T00:00:00Z',
});
const people: Answers = {
  'user/list': { list: [person(), invited], total: 2 },
  'user/detail': personDetail(),
  'user/roles': {
    list: [
      { groupId: 5, code: 'installer', groupName: 'Installer' },
      { groupId: 6, code: 'owner', groupName: 'Owner' },
    ],
  },
  'user/company/list': { list: [], total: 0 },
  'common/country': { list: [] },
  'common/state': { list: [] },
};
const open = (answers: Answers = {}, as: Reader = { role: 'installer' }) =>
  openPage('/users', { ...people, ...answers }, as);
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);
const dialog = async () => within(await screen.findByRole('dialog'));
const more = async (name: string, action: string) => {
  fireEvent.click((await rowOf(name)).getByLabelText(/^More actions/));
  fireEvent.click(await screen.findByText(action));
  return await dialog();
};
const confirm = (within: Awaited<ReturnType<typeof dialog>>, word: string) =>
  fireEvent.click(within.getByText(word, { selector: 'button *' }));

test('shows each person with company, role and whether they have come', async () => {
  await open();
  const row = await rowOf('Iris Ott');
  for (const text of ['Installer', 'Solar Nord', 'Active']) row.getByText(text);
  const guest = await rowOf('Noah New');
  guest.getByText('Invited');
  guest.getByText('Send again');
});

test('says whom to invite when nobody is there yet', async () => {
  await open({ 'user/list': { list: [], total: 0 } });
  await screen.findByText('Nobody here yet');
  screen.getByText('Invite a person');
});

test('invites a person with Enter, into one’s own company and with the chosen role', async () => {
  const { requests } = await open({ 'user/create': { invitationId: 10 } });
  fireEvent.click(await screen.findByText('Invite a person'));
  const form = await dialog();
  const email = form.getByLabelText(/^E-mail/);
  typeIn(email, ' max@example.com ');
  typeIn(form.getByLabelText(/^Name/), 'Max Moor');
  await choose(form.getByLabelText(/^Role/, { selector: 'input' }), 'Installer');
  await press('Enter', email);
  await screen.findByText('Invitation sent to max@example.com');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests('user/create')).toMatchObject([
    { email: 'max@example.com', contactPerson: 'Max Moor', companyId: 3, groupId: 5 },
  ]);
  await waitFor(() => expect(requests('user/list')).toHaveLength(2));
});

test('asks for e-mail, name and role before it invites anybody', async () => {
  const { requests } = await open();
  fireEvent.click(await screen.findByText('Invite a person'));
  const form = await dialog();
  typeIn(form.getByLabelText(/^E-mail/), 'not an address');
  await press('Enter', form.getByLabelText(/^Name/));
  await form.findByText('Please enter a valid email address.');
  expect(form.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true');
  expect(requests('user/create')).toEqual([]);
});

test('shows below the e-mail that the person works in the company already', async () => {
  await open({ 'user/create': refused('alreadyMember', 'Works in this company already.') });
  fireEvent.click(await screen.findByText('Invite a person'));
  const form = await dialog();
  const email = form.getByLabelText(/^E-mail/);
  typeIn(email, 'iris@example.com');
  typeIn(form.getByLabelText(/^Name/), 'Iris');
  await choose(form.getByLabelText(/^Role/, { selector: 'input' }), 'Installer');
  await press('Enter', email);
  const reason = await form.findByText('Works in this company already.');
  expect(email.getAttribute('aria-describedby')).toContain(reason.id);
});

test('gives a person another role and sends only what belongs to the person', async () => {
  const { requests } = await open({ 'user/update': {} });
  fireEvent.click((await rowOf('Iris Ott')).getByText('Edit'));
  const form = await dialog();
  await choose(await form.findByLabelText(/^Role/, { selector: 'input' }), 'Owner');
  fireEvent.click(form.getByText('Save', { selector: 'button *' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('user/update')).toMatchObject([{ uid: 21, companyId: 3, groupId: 6, contactPerson: 'Iris Ott' }]);
  expect(requests('user/update')[0]).not.toHaveProperty('isCompanyOwner');
});

test('only shows a person who may do more than the reader', async () => {
  const boss = { rights: { change: false } };
  await open({ 'user/list': { list: [person(boss)], total: 1 }, 'user/detail': personDetail(boss) });
  const row = await rowOf('Iris Ott');
  expect(row.queryByLabelText(/^More actions/)).toBeNull();
  fireEvent.click(row.getByText('Open'));
  const form = await dialog();
  await form.findByText(t('people.notYours'));
  expect(form.queryByText('Save')).toBeNull();
});

test('freezes a person only with a reason', async () => {
  const { requests } = await open({ 'user/freeze': {} });
  const ask = await more('Iris Ott', 'Freeze');
  confirm(ask, 'Freeze');
  await ask.findByText('Please say why.');
  expect(requests('user/freeze')).toEqual([]);
  typeIn(ask.getByLabelText(/^Reason/), ' Left the company ');
  confirm(ask, 'Freeze');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('user/freeze')).toEqual([{ uid: 21, companyId: 3, isFrozen: true, reason: 'Left the company' }]);
});

test('says before a person is removed that the account and its installations lose them', async () => {
  const { requests } = await open({ 'user/del': {} });
  const ask = await more('Iris Ott', 'Remove');
  await ask.findByText(/the account is deleted.*2 plants lose their installer\./);
  confirm(ask, 'Remove');
  await waitFor(() => expect(requests('user/del')).toEqual([{ uid: 21, companyId: 3 }]));
});

test('withdraws an invitation by its own number', async () => {
  const { requests } = await open({ 'user/del': {} });
  confirm(await more('Noah New', 'Withdraw'), 'Withdraw');
  await waitFor(() => expect(requests('user/del')).toEqual([{ invitationId: 9 }]));
});

test('hides each action whose button the role does not have', async () => {
  await open({}, { role: 'installer', without: ['UserCreate', 'UserUpdate', 'UserFreeze', 'UserDelete'] });
  const row = await rowOf('Iris Ott');
  row.getByText('Open');
  expect(row.queryByLabelText(/^More actions/)).toBeNull();
  expect(screen.queryByText('Invite a person')).toBeNull();
  expect((await rowOf('Noah New')).queryByRole('button')).toBeNull();
});

test('lists the people once the server answers again', async () => {
  const { answer } = await open({ 'user/list': unavailable });
  const retry = await screen.findByText('Try again');
  answer(people);
  fireEvent.click(retry);
  await screen.findByText('Iris Ott');
});
