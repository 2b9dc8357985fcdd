// People of companies: memberships, invitations, changes, freezing and removal.
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
const openAction = async (name: string, action: string) => {
  fireEvent.click((await rowOf(name)).getByLabelText(/^More actions/));
  fireEvent.click(await screen.findByText(action));
  return await dialog();
};
const confirm = (within: Awaited<ReturnType<typeof dialog>>, word: string) =>
  fireEvent.click(within.getByText(word, { selector: 'button *' }));

test('shows each person with company, role and whether they joined', async () => {
  await open();
  const row = await rowOf('Iris Ott');
  for (const text of ['Installer', 'Solar Nord', 'Active']) row.getByText(text);
  const invitedRow = await rowOf('Noah New');
  invitedRow.getByText('Invited');
  invitedRow.getByText('Send again');
});

test('offers to invite a person when the list is empty', async () => {
  await open({ 'user/list': { list: [], total: 0 } });
  await screen.findByText('No people yet');
  screen.getByText('Invite a person');
});

test('invites a person with Enter, into one’s own company with the selected role', async () => {
  const { requests } = await open({ 'user/create': { invitationId: 10, link: null } });
  fireEvent.click(await screen.findByText('Invite a person'));
  const form = await dialog();
  const email = form.getByLabelText(/^E-mail/);
  typeIn(email, ' max@example.com ');
  typeIn(form.getByLabelText(/^Name/), 'Max Moor');
  await choose(form.getByLabelText(/^Role/, { selector: 'input' }), 'Installer');
  await choose(form.getByLabelText(/^Language of the invitation/, { selector: 'input' }), 'Deutsch');
  await press('Enter', email);
  await screen.findByText('Invitation sent to max@example.com');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests('user/create')).toMatchObject([
    { email: 'max@example.com', contactPerson: 'Max Moor', companyId: 3, groupId: 5, language: 'de' },
  ]);
  await waitFor(() => expect(requests('user/list')).toHaveLength(2));
});

test('says before that the server sends no mail, and shows the link to hand over once', async () => {
  const link = 'https://portal.example/resetPwd#invitation=abc';
  await open({ 'user/create': { invitationId: 10, link } });
  fireEvent.click(await screen.findByText('Invite a person'));
  const form = await dialog();
  form.getByText(/This server sends no e-mail/);
  const email = form.getByLabelText(/^E-mail/);
  typeIn(email, 'max@example.com');
  typeIn(form.getByLabelText(/^Name/), 'Max Moor');
  await choose(form.getByLabelText(/^Role/, { selector: 'input' }), 'Installer');
  fireEvent.click(form.getByText('Create link', { selector: 'button *' }));
  const created = within(await screen.findByRole('dialog', { name: 'Invitation for max@example.com' }));
  expect(created.getByLabelText<HTMLInputElement>('Link').value).toBe(link);
  await press('Escape');
  // Lost once it is closed, so only the button closes it.
  fireEvent.click(created.getByText('Close', { selector: 'button *' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('requires e-mail, name and role for an invitation', async () => {
  const { requests } = await open();
  fireEvent.click(await screen.findByText('Invite a person'));
  const form = await dialog();
  typeIn(form.getByLabelText(/^E-mail/), 'not an address');
  await press('Enter', form.getByLabelText(/^Name/));
  await form.findByText('Please enter a valid email address.');
  expect(form.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true');
  expect(requests('user/create')).toEqual([]);
});

test('shows at the e-mail field that the person is already a member of the company', async () => {
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

test('changes the role of a person and sends only the fields of the person', async () => {
  const { requests } = await open({ 'user/update': {} });
  fireEvent.click((await rowOf('Iris Ott')).getByText('Edit'));
  const form = await dialog();
  await choose(await form.findByLabelText(/^Role/, { selector: 'input' }), 'Owner');
  fireEvent.click(form.getByText('Save', { selector: 'button *' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('user/update')).toMatchObject([{ uid: 21, companyId: 3, groupId: 6, contactPerson: 'Iris Ott' }]);
  expect(requests('user/update')[0]).not.toHaveProperty('isCompanyOwner');
});

test('is read-only for a person with more permissions than the user', async () => {
  const notEditable = { rights: { change: false } };
  await open({ 'user/list': { list: [person(notEditable)], total: 1 }, 'user/detail': personDetail(notEditable) });
  const row = await rowOf('Iris Ott');
  expect(row.queryByLabelText(/^More actions/)).toBeNull();
  fireEvent.click(row.getByText('Open'));
  const form = await dialog();
  await form.findByText(t('people.notYours'));
  expect(form.queryByText('Save')).toBeNull();
});

test('requires a reason to freeze a person', async () => {
  const { requests } = await open({ 'user/freeze': {} });
  const prompt = await openAction('Iris Ott', 'Suspend');
  confirm(prompt, 'Suspend');
  await prompt.findByText('Enter a reason.');
  expect(requests('user/freeze')).toEqual([]);
  typeIn(prompt.getByLabelText(/^Reason/), ' Left the company ');
  confirm(prompt, 'Suspend');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('user/freeze')).toEqual([{ uid: 21, companyId: 3, isFrozen: true, reason: 'Left the company' }]);
});

test('states before the removal that the account is deleted and plants lose their installer', async () => {
  const { requests } = await open({ 'user/del': {} });
  const prompt = await openAction('Iris Ott', 'Remove');
  await prompt.findByText(/it is deleted and cannot be recovered.*2 plants lose their installer\./);
  confirm(prompt, 'Remove');
  await waitFor(() => expect(requests('user/del')).toEqual([{ uid: 21, companyId: 3 }]));
});

test('withdraws an invitation by its id', async () => {
  const { requests } = await open({ 'user/del': {} });
  confirm(await openAction('Noah New', 'Withdraw'), 'Withdraw');
  await waitFor(() => expect(requests('user/del')).toEqual([{ invitationId: 9 }]));
});

test('hides each action that the role does not permit', async () => {
  await open({}, { role: 'installer', without: ['UserCreate', 'UserUpdate', 'UserFreeze', 'UserDelete'] });
  const row = await rowOf('Iris Ott');
  row.getByText('Open');
  expect(row.queryByLabelText(/^More actions/)).toBeNull();
  expect(screen.queryByText('Invite a person')).toBeNull();
  expect((await rowOf('Noah New')).queryByRole('button')).toBeNull();
});

test('lists the people when a retry succeeds', async () => {
  const { answer } = await open({ 'user/list': unavailable });
  const retry = await screen.findByText('Try again');
  answer(people);
  fireEvent.click(retry);
  await screen.findByText('Iris Ott');
});
