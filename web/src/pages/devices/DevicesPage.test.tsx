// Devices of all plants: counts by kind, filters stored in the address, and links to the device pages.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastData, problemInRow, SID } from '../../../test/answers.ts';
import { openPage, typeIn } from '../../../test/page.tsx';

type Device = Response<'device/list'>['list'][number];
const MODULE = '2DE71CE1';
const GATEWAY = 'GWKINDS1';
const row = (sn: string, change: Partial<Device>): Device => ({
  sid: SID,
  sn,
  status: 0,
  statusTitle: 'Online',
  isAsleep: false,
  alertCode: '0000',
  alertTitle: 'OK',
  alertDescription: '',
  model: 400,
  modelName: 'BDM-400',
  kind: 'microinverter',
  meterType: null,
  createdAt: '',
  createdAtIso: '2026-01-01T09:00:00+01:00',
  siteName: 'Plant of three kinds',
  country: 'DE',
  countryName: 'Germany',
  stateName: '',
  city: 'Ulm',
  street: '',
  userEmail: '',
  installerEmail: '',
  commissionDate: '',
  now: 0,
  nowUnit: 'W',
  nowOf: 'production',
  isLive: true,
  staleAfterS: 900,
  todayPower: 1,
  totalPower: 10,
  todayPowerUnit: 'kWh',
  totalPowerUnit: 'kWh',
  batterySoc: null,
  WIFIVersion: '',
  CPUVersion: '12',
  RAMVersion: '',
  alias: '',
  gatewaySn: '',
  signsIn: false,
  problem: null,
  currency: 'EUR',
  ...lastData(60),
  ...change,
});
const all = [row(GATEWAY, { model: 10_000, modelName: 'HG-1', kind: 'gateway' }), row(MODULE, {})];
const open = (search = '') =>
  openPage(
    `/devices/index${search}`,
    {
      'common/country': { list: [] },
      'device/list': ({ filters }) => {
        const list = all.filter(({ kind }) => !filters.kind || kind === filters.kind);
        return {
          list,
          total: list.length,
          kinds: { gateway: 1, microinverter: 1 },
          models: filters.kind ? [{ model: 400, modelName: 'BDM-400' }] : [],
        };
      },
    },
    { role: 'installer' },
  );
const deviceLink = (sn: string) => screen.findByText(sn, { selector: 'a, a *' });
const rowGone = (sn: string) => waitFor(() => expect(screen.queryByText(sn)).toBeNull());

test('lists each device with its kind and plant and links to its page', async () => {
  await open();
  const gateway = (await deviceLink(GATEWAY)).closest('tr')!.textContent;
  expect(gateway).toContain('Gateway');
  const module = await deviceLink(MODULE);
  expect(module.closest('tr')!.textContent).toContain('Plant of three kinds');
  const { pathname, searchParams } = new URL(module.closest('a')!.href);
  expect([pathname, searchParams.get('sn')]).toEqual(['/devices/module/detail', MODULE]);
});

test('shows the worst problem of a sleeping device in words, and the cost of a shared one at none of its devices', async () => {
  const one = row(MODULE, { isAsleep: true, problem: problemInRow() });
  const shared = row(GATEWAY, { status: -1, problem: problemInRow({ code: 'silence', title: 'No data', devices: 4 }) });
  await openPage(
    '/devices/index',
    { 'common/country': { list: [] }, 'device/list': { list: [one, shared], total: 2, kinds: {}, models: [] } },
    { role: 'installer' },
  );
  const module = within((await deviceLink(MODULE)).closest('tr')!);
  module.getByText('Module on input 2 produces nothing');
  module.getByText(/^Idle \(night\) · 6.30.kWh · €2.14 a week$/);
  const gateway = within((await deviceLink(GATEWAY)).closest('tr')!);
  gateway.getByText('No data');
  gateway.getByText('Offline');
});

test('filters by a kind when its chip is pressed and still counts the other kinds', async () => {
  const { address } = await open();
  await deviceLink(GATEWAY);
  fireEvent.click(screen.getByText('Microinverter', { selector: 'button, button *' }));
  await rowGone(GATEWAY);
  expect(address()).toContain('kind=microinverter');
  expect(screen.getByText('Gateway', { selector: 'button, button *' }).closest('button')!.textContent).toContain('1');
});

test('reads search, kind and filters from the address', async () => {
  const { requests } = await open('?q=three&kind=microinverter&model=BDM-400&sn=2de7');
  await deviceLink(MODULE);
  expect(requests('device/list').at(-1)!.filters).toMatchObject({
    keywords: 'three',
    kind: 'microinverter',
    model: 'BDM-400',
    sn: '2de7',
  });
});

test('filters by a model of the kind and by a serial number prefix, and resets all filters at once', async () => {
  const { address } = await open('?q=three&kind=microinverter');
  await deviceLink(MODULE);
  fireEvent.click(screen.getByText('Filters'));
  const panel = within(await screen.findByRole('dialog', { name: 'Filters' }));
  const model = await panel.findByLabelText('Model', { selector: 'input' });
  fireEvent.click(model);
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['BDM-400']);
  fireEvent.click(options[0]!);
  typeIn(panel.getByLabelText('Serial number begins with'), '2de7');
  fireEvent.click(panel.getByText('Show'));
  await waitFor(() => expect(address()).toMatch(/model=BDM-400/));
  expect(address()).toContain('sn=2de7');
  fireEvent.click(screen.getByText('Reset'));
  await waitFor(() => expect(address()).not.toMatch(/model=|sn=|kind=|q=/));
});
