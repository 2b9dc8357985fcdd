// Product of the catalogue: created with its parameters, rejected with the reason, and read-only for an installer.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, choose, openPage, press, type Reader, refused, typeIn } from '../../../test/page.tsx';

type Product = NonNullable<Response<'product/detail'>['product']>;
const product = (change: Partial<Product> = {}): Product => ({
  model: 2250,
  name: 'BDM-2250',
  kind: 'microinverter',
  inputs: 4,
  ratedPowerW: 2250,
  phases: 1,
  profile: null,
  companyName: '',
  picture: '',
  functionCount: 0,
  parameterCount: 0,
  remark: '',
  functions: [],
  parameters: [],
  version: 1,
  isUsed: true,
  rights: { update: false, isBuiltIn: true },
  ...change,
});
const manual: Response<'configuration/documentation/list'>['list'][number] = {
  id: 8,
  version: '3',
  languages: ['en'],
  fileName: 'alerts.txt',
  type: 'txt',
  bytes: 3,
  pages: null,
  hasText: true,
  createdIso: '2026-06-01T08:00:00Z',
  isNewest: true,
  received: 3,
  isComing: false,
  title: 'Roof alerts',
  products: [],
  companyName: '',
  versionCount: 1,
  rights: { update: false },
  hit: null,
};
const answers: Answers = {
  'product/detail': { product: product(), profiles: [] },
  'configuration/documentation/list': { list: [], total: 0 },
};
const open = (address: string, given: Answers = {}, role: Reader['role'] = 'manager') =>
  openPage(address, { ...answers, ...given }, { role });
const newProduct: Answers = { 'product/detail': { product: null, profiles: [] } };
const field = (label: string | RegExp) => screen.getByLabelText(label, { selector: 'input' });
const save = () => fireEvent.click(screen.getByText('Save', { selector: 'button *' }));
const fillIn = async () => {
  await screen.findByText('Add a parameter');
  typeIn(field(/^Name/), 'SUN-5K <b>');
  typeIn(field(/^Model code/), '2250');
  await choose(field(/^Type/), 'Hybrid inverter');
};

test('creates a product with a parameter and opens it', async () => {
  const { answer, address, requests } = await open('/product/edit', {
    ...newProduct,
    'product/create': { model: 2250 },
  });
  await fillIn();
  fireEvent.click(screen.getByText('Add a parameter'));
  const dialog = within(await screen.findByRole('dialog'));
  const value = (label: string, typed: string) =>
    typeIn(dialog.getByLabelText(new RegExp(`^${label}`), { selector: 'input' }), typed);
  fireEvent.click(dialog.getByText('OK'));
  expect((await dialog.findAllByText('This Field is required.')).length).toBeGreaterThan(1);
  value('Shown as', 'Over voltage 1');
  value('Name in the device', 'overVoltage1');
  value('Minimum', '230');
  value('Maximum', '311');
  value('Step', '0.1');
  value('Default', '400');
  fireEvent.click(dialog.getByText('OK'));
  await dialog.findByText('Must be within the range.');
  value('Default', '264.5');
  await press('Enter', dialog.getByLabelText(/^Default/, { selector: 'input' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const row = screen.getByText('Over voltage 1').closest('tr')!;
  expect(row.textContent).toMatch(/230.* – 311.* V/);
  expect(row.textContent).toContain('Not verified');
  answer({
    'product/detail': { product: product({ name: 'SUN-5K <b>' }), profiles: [] },
  });
  save();
  await screen.findByText('SUN-5K <b>', { selector: 'h1, h1 *' });
  expect(address()).toBe('/product/edit?model=2250');
  expect(requests('product/create')).toMatchObject([
    {
      name: 'SUN-5K <b>',
      model: 2250,
      kind: 'hybrid',
      functions: [],
      parameters: [
        {
          title: 'Over voltage 1',
          name: 'overVoltage1',
          min: 230,
          max: 311,
          step: 0.1,
          default: 264.5,
          unit: 'V',
          isVerified: false,
        },
      ],
    },
  ]);
});

test('adds no function whose number is a text that is no number', async () => {
  await open('/product/edit', newProduct);
  fireEvent.click(await screen.findByText('Add a function'));
  const dialog = within(await screen.findByRole('dialog'));
  const value = (label: RegExp, typed: string) => typeIn(dialog.getByLabelText(label, { selector: 'input' }), typed);
  value(/^Name/, 'Restart');
  value(/^Number/, 'one');
  fireEvent.click(dialog.getByText('OK'));
  dialog.getByText('Enter a number');
  expect(screen.queryByText('Restart')).toBeNull();
  value(/^Number/, '1');
  fireEvent.click(dialog.getByText('OK'));
  await screen.findByText('Restart');
});

test('shows at the model code that it belongs to another product, and accepts another code', async () => {
  const { answer, requests } = await open('/product/edit', {
    ...newProduct,
    'product/create': refused('modelTaken', "Model code 2250 is another product's."),
  });
  await fillIn();
  save();
  const reason = await screen.findByText("Model code 2250 is another product's.");
  expect(field(/^Model code/).getAttribute('aria-describedby')).toContain(reason.id);
  answer({ 'product/create': { model: 20_700 } });
  typeIn(field(/^Model code/), '20700');
  await press('Enter', field(/^Model code/));
  await waitFor(() => expect(requests('product/create').map(({ model }) => model)).toEqual([2250, 20_700]));
});

test('shows a product and its documents read-only to an installer', async () => {
  await open(
    '/product/edit?model=2250',
    { 'configuration/documentation/list': { list: [manual], total: 1 } },
    'installer',
  );
  await screen.findByText(/Only administrators can change products of the portal\./);
  expect((await screen.findByText('Roof alerts')).getAttribute('href')).toBe('/documentation/edit?id=8');
  for (const action of ['Save', 'Add a parameter', 'Add a document']) expect(screen.queryByText(action)).toBeNull();
});

test('reports an unknown product', async () => {
  await open('/product/edit?model=999999', { 'product/detail': refused('productNotFound', 'There is none.') });
  await screen.findByText('This product does not exist');
});

test.each([
  ['allows a manager', 'manager', true],
  ['does not allow an installer', 'installer', false],
] as const)('%s to create a product', async (_, role, isAllowed) => {
  const { remark: _r, functions: _f, parameters: _p, version: _v, isUsed: _u, ...row } = product();
  await open('/products', { 'product/list': { list: [{ ...row, documentCount: 0 }], total: 1 } }, role);
  await screen.findByText('BDM-2250');
  expect(screen.queryByText('New product') !== null).toBe(isAllowed);
});
