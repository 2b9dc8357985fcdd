// Companies of a branch: made, moved, closed, asked for a second factor, and given a sign-in of their own.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, choose, openPage, press, refused, typeIn } from '../../../test/page.tsx';

type Company = Response<'user/company/list'>['list'][number];
const company = (change: Partial<Company> = {}): Company => ({
  id: 8,
  companyName: 'Dachwerk',
  kind: 'installer',
  managerName: '',
  managerEmail: '',
  companies: 0,
  distributorCompanyId: 3,
  distributorCompany: 'Solar Nord',
  users: 2,
  plants: 1,
  needsSecondFactor: false,
  createdIso: '2026-01-01T09:00:00Z',
  rights: { change: true },
  ...change,
});
const dealer = company({ id: 9, companyName: 'Hof & Dach', kind: 'dealer', companies: 1, plants: 0, users: 0 });
const list = (...companies: Company[]) => ({ list: companies, total: companies.length });
const open = (answers: Answers = {}) =>
  openPage('/companies', { 'user/company/list': list(company(), dealer), ...answers }, { role: 'manager' });
const rowOf = async (name: string) => within((await screen.findByText(name, { selector: 'td *' })).closest('tr')!);
const dialog = async () => within(await screen.findByRole('dialog'));
const pressed = (within: Awaited<ReturnType<typeof dialog>>, word: string) =>
  fireEvent.click(within.getByText(word, { selector: 'button *' }));
const more = async (name: string, action: string) => {
  fireEvent.click((await rowOf(name)).getByLabelText(/^More actions/));
  fireEvent.click(await screen.findByText(action));
  return await dialog();
};
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('makes a company of a kind below one’s own and invites nobody unless asked to', async () => {
  const { answer, requests } = await open({ 'user/company/create': { id: 10 } });
  await rowOf('Dachwerk');
  fireEvent.click(screen.getByText('New company', { selector: 'button *' }));
  const form = await dialog();
  const name = await form.findByLabelText(/^Company name/);
  await press('Enter', name);
  expect((await form.findAllByText('This Field is required.')).length).toBeGreaterThan(0);
  expect(requests('user/company/create')).toEqual([]);
  typeIn(name, '=Ziegel');
  await choose(form.getByLabelText(/^Kind/, { selector: 'input' }), 'Dealer');
  answer({ 'user/company/list': list(company(), dealer, company({ id: 10, companyName: '=Ziegel' })) });
  await press('Enter', name);
  await isClosed();
  await rowOf('=Ziegel');
  expect(requests('user/company/create')).toMatchObject([
    { companyName: '=Ziegel', kind: 'dealer', distributorCompanyId: 3, managerEmail: '' },
  ]);
});

test('moves a company below another one', async () => {
  const { requests } = await open({ 'user/company/update': {} });
  fireEvent.click((await rowOf('Dachwerk')).getByText('Edit'));
  const form = await dialog();
  const above = await form.findByLabelText(/^Company above/, { selector: 'input' });
  await choose(above, 'Hof & Dach');
  pressed(form, 'Save');
  await isClosed();
  expect(requests('user/company/update')).toEqual([
    { id: 8, companyName: 'Dachwerk', kind: 'installer', distributorCompanyId: 9 },
  ]);
});

test('says before a company is closed what becomes of its plants and people', async () => {
  const { answer, requests } = await open({ 'user/company/del': { leftPlants: 1, movedPlants: 0 } });
  const ask = await more('Dachwerk', 'Close the company');
  await ask.findByText(/It looks after 1 plant: with an owner it stays with the owner/);
  ask.getByText(/2 people lose this place and keep their accounts\./);
  answer({ 'user/company/list': list(dealer) });
  pressed(ask, 'Close the company');
  await isClosed();
  await waitFor(() => expect(screen.queryByText('Dachwerk')).toBeNull());
  expect(requests('user/company/del')).toEqual([{ id: 8 }]);
});

test('shows why a company above others is not closed', async () => {
  await open({ 'user/company/del': refused('companiesBelow', 'Companies stand below it.') });
  const ask = await more('Hof & Dach', 'Close the company');
  pressed(ask, 'Close the company');
  await ask.findByText('Companies stand below it.');
});

test('asks all people of a company for a second factor, with the days they have', async () => {
  const { requests } = await open({ 'user/company/secondFactor': {} });
  const ask = await more('Dachwerk', 'Ask for a second factor');
  const before = requests('auth/role/menu/view').length;
  await ask.findByText(/Everybody in Dachwerk signs in with a code or a passkey.*has 14 days/);
  pressed(ask, 'Ask for it');
  await screen.findByText('Modified successfully');
  expect(requests('user/company/secondFactor')).toEqual([{ id: 8, needed: true }]);
  // A user who requires it of their own company has to set it up at once.
  await waitFor(() => expect(requests('auth/role/menu/view').length).toBeGreaterThan(before));
});

type SignIn = Response<'user/company/signIn'>;
const none: SignIn = {
  companyName: 'Dachwerk',
  canBeSet: true,
  callbackUrl: 'https://portal.example/openid/callback',
  setting: null,
  domains: [],
  roles: [{ groupId: 5, groupName: 'Installer' }],
};
const set: SignIn = {
  ...none,
  setting: {
    issuer: 'https://id.firm.example',
    clientId: 'portal',
    groupId: 5,
    allowsOtherWays: true,
    hasSecondStep: false,
    tellsSecondStep: false,
    people: 1,
  },
  domains: [{ domain: 'firm.example', record: 'heliograph-verification=abc', provedIso: null }],
};

test('sets up a company’s own sign-in after trying the connection', async () => {
  const { answer, requests } = await open({
    'user/company/signIn': none,
    'user/company/signIn/test': ({ issuer }) =>
      issuer === 'https://id.firm.example'
        ? { signInHost: 'id.firm.example', tellsEmail: true }
        : refused('providerFails', 'The sign-in service does not answer as it should.'),
    'user/company/signIn/set': {},
  });
  const form = await more('Dachwerk', 'Own sign-in');
  const issuer = await form.findByLabelText(/^Issuer/);
  await waitFor(() => expect(document.activeElement).toBe(issuer));
  form.getByText('https://portal.example/openid/callback');
  pressed(form, 'Save');
  expect((await form.findAllByText('This Field is required.')).length).toBeGreaterThan(1);
  typeIn(issuer, 'http://127.0.0.1:9');
  pressed(form, 'Test connection');
  await form.findByText('The sign-in service does not answer as it should.');
  typeIn(issuer, 'https://id.firm.example');
  pressed(form, 'Test connection');
  await form.findByText(/It answers\. People will be sent to id\.firm\.example/);
  typeIn(form.getByLabelText(/^Client ID/), 'portal');
  typeIn(form.getByLabelText(/^Client secret/, { selector: 'input' }), 'secret');
  await choose(form.getByLabelText(/^Role of new people/, { selector: 'input' }), 'Installer');
  const domains = form.getByLabelText(/^E-mail domains/, { selector: 'input' });
  fireEvent.paste(domains, { clipboardData: { getData: () => 'firm.example' } });
  form.getByText('firm.example');
  answer({ 'user/company/signIn': set });
  pressed(form, 'Save');
  await form.findByText('heliograph-verification=abc');
  expect(requests('user/company/signIn/set')).toMatchObject([
    {
      id: 8,
      issuer: 'https://id.firm.example',
      clientId: 'portal',
      clientSecret: 'secret',
      groupId: 5,
      domains: ['firm.example'],
    },
  ]);
});

test('checks the proof of a domain and says when its record is missing', async () => {
  const { answer } = await open({
    'user/company/signIn': set,
    'user/company/signIn/prove': refused('domainNotProved', 'firm.example is not proved.'),
  });
  const form = await more('Dachwerk', 'Own sign-in');
  fireEvent.click(await form.findByLabelText('Check firm.example'));
  await form.findByText('firm.example is not proved.');
  const provedIso = '2026-06-01T08:00:00Z';
  answer({
    'user/company/signIn/prove': { provedIso },
    'user/company/signIn': { ...set, domains: [{ ...set.domains[0]!, provedIso }] },
  });
  fireEvent.click(form.getByLabelText('Check firm.example'));
  await form.findByText(/Proved on/);
});

test('ends a company’s own sign-in after saying that its people keep their accounts', async () => {
  const { requests } = await open({ 'user/company/signIn': set, 'user/company/signIn/del': {} });
  const form = await more('Dachwerk', 'Own sign-in');
  fireEvent.click(await form.findByText('End own sign-in'));
  const sure = within(await screen.findByRole('dialog', { name: 'End the own sign-in of Dachwerk' }));
  sure.getByText(/1 person who has come in by it keeps the account/);
  pressed(sure, 'End own sign-in');
  await isClosed();
  expect(requests('user/company/signIn/del')).toEqual([{ id: 8 }]);
});
