// Companies of a branch: created, moved, closed, required to use a second factor, and given their own sign-in.
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
  brandId: 0,
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
const pressButton = (within: Awaited<ReturnType<typeof dialog>>, word: string) =>
  fireEvent.click(within.getByText(word, { selector: 'button *' }));
const openAction = async (name: string, action: string) => {
  fireEvent.click((await rowOf(name)).getByLabelText(/^More actions/));
  fireEvent.click(await screen.findByText(action));
  return await dialog();
};
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('creates a company of a kind below one’s own and invites nobody by default', async () => {
  const { answer, requests } = await open({ 'user/company/create': { id: 10, link: null } });
  await rowOf('Dachwerk');
  fireEvent.click(screen.getByText('New company', { selector: 'button *' }));
  const form = await dialog();
  const name = await form.findByLabelText(/^Company name/);
  await press('Enter', name);
  expect((await form.findAllByText('This Field is required.')).length).toBeGreaterThan(0);
  expect(requests('user/company/create')).toEqual([]);
  typeIn(name, '=Ziegel');
  await choose(form.getByLabelText(/^Type/, { selector: 'input' }), 'Dealer');
  answer({ 'user/company/list': list(company(), dealer, company({ id: 10, companyName: '=Ziegel' })) });
  await press('Enter', name);
  await dialogClosed();
  await rowOf('=Ziegel');
  expect(requests('user/company/create')).toMatchObject([
    { companyName: '=Ziegel', kind: 'dealer', distributorCompanyId: 3, managerEmail: '' },
  ]);
});

test('moves a company below another one', async () => {
  const { requests } = await open({ 'user/company/update': {} });
  fireEvent.click((await rowOf('Dachwerk')).getByText('Edit'));
  const form = await dialog();
  const above = await form.findByLabelText(/^Parent company/, { selector: 'input' });
  await choose(above, 'Hof & Dach');
  pressButton(form, 'Save');
  await dialogClosed();
  expect(requests('user/company/update')).toEqual([
    { id: 8, companyName: 'Dachwerk', kind: 'installer', distributorCompanyId: 9 },
  ]);
});

test('lets an administrator choose the brand of a company, and others not', async () => {
  const brand = { code: '', companyName: '', mark: '', accentLight: '#0B62B8', host: '', companies: 0 };
  const brands = [
    { ...brand, id: 0, name: 'Heliograph', isDefault: false },
    { ...brand, id: 3, name: 'Emberfield', isDefault: true },
    { ...brand, id: 4, name: 'Skyfurrow', isDefault: false },
  ];
  const answers = {
    'user/company/list': list(company(), dealer),
    'brand/list': { list: brands },
    'user/company/update': {},
  };
  const { requests } = await openPage('/companies', answers, { role: 'administrator' });
  fireEvent.click((await rowOf('Dachwerk')).getByText('Edit'));
  const form = await dialog();
  const field = await form.findByLabelText(/^Brand/, { selector: 'input' });
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('Emberfield (default)'));
  form.getByText(/Companies below it with the same brand follow/);
  await choose(field, 'Skyfurrow');
  pressButton(form, 'Save');
  await dialogClosed();
  expect(requests('user/company/update')).toMatchObject([{ id: 8, brandId: 4 }]);
});

test('does not offer the brand of a company to its managers', async () => {
  await open();
  fireEvent.click((await rowOf('Dachwerk')).getByText('Edit'));
  const form = await dialog();
  await form.findByLabelText(/^Company name/);
  expect(form.queryByLabelText(/^Brand/)).toBeNull();
});

test('states what happens to plants and people before a company is closed', async () => {
  const { answer, requests } = await open({ 'user/company/del': { leftPlants: 1, movedPlants: 0 } });
  const prompt = await openAction('Dachwerk', 'Close the company');
  await prompt.findByText(/It services 1 plant: with an owner, it stays with the owner/);
  prompt.getByText(/2 people leave the company and keep their accounts\./);
  answer({ 'user/company/list': list(dealer) });
  pressButton(prompt, 'Close the company');
  await dialogClosed();
  await waitFor(() => expect(screen.queryByText('Dachwerk')).toBeNull());
  expect(requests('user/company/del')).toEqual([{ id: 8 }]);
});

test('shows why a company with subcompanies cannot be closed', async () => {
  await open({ 'user/company/del': refused('companiesBelow', 'Companies stand below it.') });
  const prompt = await openAction('Hof & Dach', 'Close the company');
  pressButton(prompt, 'Close the company');
  await prompt.findByText('Companies stand below it.');
});

test('requires a second factor of all people of a company and states the deadline in days', async () => {
  const { requests } = await open({ 'user/company/secondFactor': {} });
  const prompt = await openAction('Dachwerk', 'Require a second factor');
  const before = requests('auth/role/menu/view').length;
  await prompt.findByText(
    /Everyone in Dachwerk, including the manager, signs in with a code or a passkey.*have 14 days/,
  );
  pressButton(prompt, 'Require');
  await screen.findByText('Modified successfully');
  expect(requests('user/company/secondFactor')).toEqual([{ id: 8, needed: true }]);
  // A user who requires it of their own company has to set it up at once.
  await waitFor(() => expect(requests('auth/role/menu/view').length).toBeGreaterThan(before));
});

type SignIn = Response<'user/company/signIn'>;
const notConfigured: SignIn = {
  companyName: 'Dachwerk',
  canBeSet: true,
  callbackUrl: 'https://portal.example/openid/callback',
  setting: null,
  domains: [],
  roles: [{ groupId: 5, groupName: 'Installer' }],
};
const configured: SignIn = {
  ...notConfigured,
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

test('sets up a company’s own sign-in after testing the connection', async () => {
  const { answer, requests } = await open({
    'user/company/signIn': notConfigured,
    'user/company/signIn/test': ({ issuer }) =>
      issuer === 'https://id.firm.example'
        ? { signInHost: 'id.firm.example', tellsEmail: true }
        : refused('providerFails', 'The sign-in service does not answer as it should.'),
    'user/company/signIn/set': {},
  });
  const form = await openAction('Dachwerk', 'Own sign-in');
  const issuer = await form.findByLabelText(/^Issuer/);
  await waitFor(() => expect(document.activeElement).toBe(issuer));
  form.getByText('https://portal.example/openid/callback');
  pressButton(form, 'Save');
  expect((await form.findAllByText('This Field is required.')).length).toBeGreaterThan(1);
  typeIn(issuer, 'http://127.0.0.1:9');
  pressButton(form, 'Test connection');
  await form.findByText('The sign-in service does not answer as it should.');
  typeIn(issuer, 'https://id.firm.example');
  pressButton(form, 'Test connection');
  await form.findByText(/The provider answers\. People are sent to id\.firm\.example/);
  typeIn(form.getByLabelText(/^Client ID/), 'portal');
  typeIn(form.getByLabelText(/^Client secret/, { selector: 'input' }), 'secret');
  await choose(form.getByLabelText(/^Role of new people/, { selector: 'input' }), 'Installer');
  const domains = form.getByLabelText(/^E-mail domains/, { selector: 'input' });
  fireEvent.paste(domains, { clipboardData: { getData: () => 'firm.example' } });
  form.getByText('firm.example');
  answer({ 'user/company/signIn': configured });
  pressButton(form, 'Save');
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

test('verifies a domain and reports when its record is missing', async () => {
  const { answer } = await open({
    'user/company/signIn': configured,
    'user/company/signIn/prove': refused('domainNotProved', 'firm.example is not proved.'),
  });
  const form = await openAction('Dachwerk', 'Own sign-in');
  fireEvent.click(await form.findByLabelText('Check firm.example'));
  await form.findByText('firm.example is not proved.');
  const provedIso = '2026-06-01T08:00:00Z';
  answer({
    'user/company/signIn/prove': { provedIso },
    'user/company/signIn': { ...configured, domains: [{ ...configured.domains[0]!, provedIso }] },
  });
  fireEvent.click(form.getByLabelText('Check firm.example'));
  await form.findByText(/Verified on/);
});

test('ends a company’s own sign-in after stating that its people keep their accounts', async () => {
  const { requests } = await open({ 'user/company/signIn': configured, 'user/company/signIn/del': {} });
  const form = await openAction('Dachwerk', 'Own sign-in');
  fireEvent.click(await form.findByText('End own sign-in'));
  const confirmation = within(await screen.findByRole('dialog', { name: 'End the own sign-in of Dachwerk' }));
  confirmation.getByText(/1 person who signed in with it keeps the account/);
  pressButton(confirmation, 'End own sign-in');
  await dialogClosed();
  expect(requests('user/company/signIn/del')).toEqual([{ id: 8 }]);
});
