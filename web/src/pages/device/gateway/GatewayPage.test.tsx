// Gateway page: its connection, the attached devices, a new password, and microinverters added to it.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alerts, device, lastData, SID, siteDetail } from '../../../../test/answers.ts';
import { type Answers, choose, openPage, typeIn } from '../../../../test/page.tsx';

const SN = 'GWMODULES1';
const ADDED = '1F90AE05';
type Connection = Response<'device/connection'>;
const announcement = { kind: 'microinverter', model: 'BDM-800', hardware: '', firmware: '12' } as const;
const child = (sn: string, change: Partial<Connection['children'][number]> = {}): Connection['children'][number] => ({
  ...announcement,
  sn,
  refused: null,
  joinsIso: null,
  isAnnounced: true,
  alias: '',
  status: -1,
  isAsleep: false,
  problem: null,
  now: null,
  nowOf: 'production',
  todayPower: null,
  todayFlows: [],
  lastUpdateIso: null,
  staleAfterS: 900,
  ...change,
});
const connection: Connection = {
  sn: SN,
  online: true,
  sinceIso: lastData(3600).lastUpdateIso,
  credentialIso: '2026-01-01T09:00:00Z',
  announced: {
    kind: 'gateway',
    model: 'HG-1',
    hardware: '2.1',
    firmware: '1.8.0',
    signalDbm: -61,
    intervalS: 60,
    atIso: lastData(3600).lastUpdateIso,
  },
  children: [
    child('1F90AE01', { status: 0, now: 240.3, todayPower: 0.5, lastUpdateIso: lastData(9).lastUpdateIso }),
    child('1F90AE03'),
    child('1F90AE04', { isAnnounced: false }),
  ],
  count: { inPlant: 3, heard: 1, live: 1 },
  now: 240.3,
  todayPower: 0.5,
  ignoredValues: 1,
  refusedRows: [{ reason: 'future', count: 1, sn: '1F90AE01', atIso: lastData(9).lastUpdateIso }],
  mqttPort: 1883,
  mqttTlsPort: null,
};
const gateway: Answers = {
  'device/detail': device({ sn: SN, alias: '', kind: 'gateway', modelName: 'HG-1' }),
  'device/connection': connection,
  'site/detail': siteDetail(),
  'device/alerts': alerts([]),
  'device/alerts/codes': { list: [] },
  'site/setUp/checks': {
    from: '2026-06-07',
    to: '2026-06-10',
    timezone: 'Europe/Berlin',
    list: [],
    mayTurn: false,
    jobs: [],
  },
};
const open = (answers: Answers = {}, role: 'installer' | 'owner' = 'installer') =>
  openPage(`/devices/gateway?sid=${SID}&sn=${SN}`, { ...gateway, ...answers }, { role });
const row = async (text: string) =>
  (await screen.findByText(text, { selector: 'th *, th' })).closest('tr')!.textContent;
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const noDialogs = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('shows the connection of the gateway and the total power of its devices', async () => {
  const { container } = await open();
  await screen.findByRole('heading', { level: 1, name: SN });
  for (const text of ['Connected', '-61 dBm', '60 s']) expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(screen.getByRole('group', { name: 'Now' }).textContent).toContain('240');
  screen.getByText('2 devices have not sent any data yet.');
  expect(container.textContent).toContain('1 value was ignored');
});

test('lists the attached devices with their power, or with the missing step', async () => {
  await open();
  expect(await row('1F90AE01')).toContain('240.3');
  expect(await row('1F90AE03')).toContain('announced, no data yet');
  expect(await row('1F90AE04')).toContain('not announced, no data yet');
  expect(screen.getByText('1F90AE01', { selector: 'a' }).getAttribute('href')).toContain('/devices/module/detail?');
});

test('shows until when an announced device waits, and one that was not added, and withdraws it', async () => {
  const { requests } = await open({
    'device/claim/withdraw': {},
    'device/connection': {
      ...connection,
      children: [
        child('1F90AE06', { status: null, refused: 'waiting', joinsIso: '2026-06-22T12:00:00+02:00' }),
        child('1F90AE07', { status: null, refused: 'notAdded' }),
      ],
    },
  });
  expect(await row('1F90AE06')).toMatch(/waits for confirmation until Jun 22, 2026/);
  expect(await row('1F90AE07')).toContain('not added: check the serial number and enter it');
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw 1F90AE06' }));
  const question = await dialog('Withdraw 1F90AE06?');
  fireEvent.click(question.getByRole('button', { name: 'Withdraw' }));
  await noDialogs();
  expect(requests('device/claim/withdraw')).toEqual([{ sid: SID, sn: '1F90AE06' }]);
});

test('counts refused rows by reason', async () => {
  await open();
  const refused = await screen.findByText('more than 10 minutes in the future');
  expect(refused.closest('tr')!.textContent).toMatch(/in the future1/);
});

test('shows a new password until it is confirmed, then the closed connection', async () => {
  const { answer, requests } = await open({
    'device/credential': { sn: SN, password: 'abcdefghijklmnopqrstuvwx' },
  });
  fireEvent.click(await screen.findByText('New password'));
  const question = await dialog(`New password for ${SN}?`);
  answer({ 'device/connection': { ...connection, online: false } });
  fireEvent.click(question.getByText('New password', { selector: 'button *' }));
  const passwords = await dialog('MQTT passwords');
  passwords.getByText('abcdefghijklmnopqrstuvwx');
  expect(passwords.queryByLabelText('Close')).toBeNull();
  fireEvent.click(passwords.getByText('Done, I saved it'));
  await noDialogs();
  expect(screen.getAllByText('Not connected').length).toBeGreaterThan(0);
  expect(requests('device/credential')).toEqual([{ sn: SN }]);
});

test('adds a microinverter before it was announced, with the orientation of each of its modules', async () => {
  const products = [
    { model: 10_000, modelName: 'HG-1', kind: 'gateway', inputs: 0 },
    { model: 800, modelName: 'BDM-800', kind: 'microinverter', inputs: 2 },
  ] as const;
  const { answer, requests } = await open({
    'product/sn': ({ sn }) => ({
      list: sn.map((one) => ({
        sn: one,
        model: 0,
        modelName: '',
        announcedModel: 0,
        lastSeenIso: null,
        state: 'free' as const,
      })),
      products: [...products],
    }),
    'device/modules/page': { list: [{ page: 1, name: 'East roof' }] },
    'device/modules/add': { count: 1 },
  });
  fireEvent.click(await screen.findByText('Add microinverters'));
  const adding = await dialog(`Add microinverters to ${SN}`);
  typeIn(adding.getByLabelText('Serial numbers'), ADDED);
  fireEvent.click(adding.getByText('Add to list'));
  const product = await adding.findByLabelText(`Product of ${ADDED}`, { selector: 'input' });
  fireEvent.click(product);
  const offered = within(await screen.findByRole('listbox'));
  expect(offered.queryByText('HG-1')).toBeNull();
  fireEvent.click(offered.getByText('BDM-800'));
  fireEvent.click(adding.getByLabelText(`Position of ${ADDED} on the roof`));
  typeIn(adding.getByLabelText('Tilt, °'), '30');
  fireEvent.click(adding.getByText('Set each of its 2 inputs separately'));
  const second = within(adding.getByRole('group', { name: `${ADDED}, Input 2` }));
  typeIn(second.getByLabelText('Tilt, °'), '12.5');
  typeIn(second.getByLabelText('Azimuth, °'), '270');
  await choose(second.getByLabelText('Page', { selector: 'input' }), 'East roof');
  answer({
    'device/connection': {
      ...connection,
      children: [...connection.children, child(ADDED, { isAnnounced: false })],
    },
  });
  fireEvent.click(adding.getByText('Add 1 device'));
  await noDialogs();
  expect(await row(ADDED)).toContain('not announced, no data yet');
  expect(requests('device/modules/add')).toMatchObject([
    {
      sid: SID,
      gatewaySn: SN,
      devices: [{ sn: ADDED, model: 800, tilt: 30, inputs: [{ input: 2, page: 1, tilt: 12.5, azimuth: 270 }] }],
    },
  ]);
});

test('hides installer actions from the owner of the plant', async () => {
  const rights = { update: false, delete: false, addDevices: false, removeDevices: false };
  await open({ 'site/detail': siteDetail({ rights }) }, 'owner');
  await row('1F90AE01');
  for (const name of ['New password', 'Add microinverters']) expect(screen.queryByText(name)).toBeNull();
});
