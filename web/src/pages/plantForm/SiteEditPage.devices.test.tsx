// The devices of a plant: adding with passwords, replacing, moving, releasing, and the connection of a gateway.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastData, SID, siteCounts, siteDetail, siteRow } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, typeIn } from '../../../test/page.tsx';

const GATEWAY = 'GWLEAVES1';
const CHILD = '0A0B0D01';
const OTHER_SID = 'DE_20260101_bbbbbb';
type Device = Response<'device/list'>['list'][number];
const row = (sn: string, change: Partial<Device> = {}): Device => ({
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
  siteName: 'Mill Lane',
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
  gatewaySn: GATEWAY,
  signsIn: false,
  problem: null,
  currency: 'EUR',
  ...lastData(60),
  ...change,
});
const gateway = row(GATEWAY, { model: 10_000, modelName: 'HG-1', kind: 'gateway', gatewaySn: '', signsIn: true });
const listOf = (list: Device[]): Response<'device/list'> => ({ list, total: list.length, kinds: {}, models: [] });
const connection: Response<'device/connection'> = {
  sn: GATEWAY,
  online: true,
  sinceIso: lastData(60).lastUpdateIso,
  credentialIso: '2026-01-01T09:00:00Z',
  announced: {
    kind: 'gateway',
    model: 'HG-1',
    hardware: '2.1',
    firmware: '1.8.0',
    signalDbm: -61,
    intervalS: 60,
    atIso: lastData(60).lastUpdateIso,
  },
  children: [
    {
      sn: CHILD,
      kind: 'microinverter',
      model: 'BDM-400',
      hardware: '',
      firmware: '12',
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
    },
  ],
  count: { inPlant: 1, heard: 0, live: 0 },
  now: null,
  todayPower: null,
  ignoredValues: 1,
  refusedRows: [{ reason: 'future', count: 1, sn: CHILD, atIso: lastData(60).lastUpdateIso }],
  mqttPort: 1883,
  mqttTlsPort: null,
};
/** Rights of an installer who may change the devices but not the plant. */
const rights = { update: false, delete: false, addDevices: true, removeDevices: true };
const plant: Answers = {
  'site/detail': siteDetail({ rights }),
  'device/list': listOf([gateway, row(CHILD)]),
  'site/modules/page': { list: [], total_plc: 0 },
  'device/ownership': { list: [], contested: [], withheld: [] },
  'site/setUp/checks': {
    from: '2026-06-07',
    to: '2026-06-10',
    timezone: 'Europe/Berlin',
    list: [],
    mayTurn: false,
    jobs: [],
  },
  'device/connection': connection,
  'overview/siteStatusCounts': siteCounts(),
};
const open = (answers: Answers = {}) =>
  openPage(`/pvPlant/edit?sid=${SID}`, { ...plant, ...answers }, { role: 'installer', without: ['SiteMoney'] });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
async function openAction(sn: string, action: string) {
  fireEvent.click(await screen.findByLabelText(`Actions for ${sn}`));
  fireEvent.click(await screen.findByText(action));
}
const BUTTON_TEXT = 'button *';

test('requires the serial number of the new device before it replaces one', async () => {
  const { answer, requests } = await open({ 'device/replace': { credentials: [] } });
  await openAction(CHILD, 'Replace with another device');
  const replacing = await dialog(`Replace ${CHILD}`);
  fireEvent.click(replacing.getByText('Replace', { selector: BUTTON_TEXT }));
  replacing.getByText(/^Please enter a serial number/);
  replacing.getByText(/The history of 0A0B0D01 stays\./);
  typeIn(replacing.getByLabelText(/^Serial number of the new device/), '0a0b0d03');
  answer({ 'device/list': listOf([gateway, row('0A0B0D03')]) });
  fireEvent.click(replacing.getByText('Replace', { selector: BUTTON_TEXT }));
  await screen.findByText('0A0B0D01 was replaced with 0A0B0D03');
  await screen.findByText('0A0B0D03', { selector: 'b' });
  expect(requests('device/replace')).toMatchObject([{ sid: SID, sn: CHILD, by: '0A0B0D03' }]);
});

test('moves a device to another plant, and states that its history stays', async () => {
  const other = siteRow({ sid: OTHER_SID, siteName: 'Devices that arrive' });
  const { requests } = await open({
    'site/listWithSN': { list: [other], total: 1 },
    'device/move': { moved: [CHILD] },
  });
  await openAction(CHILD, 'Move to another plant');
  const moving = await dialog(`Move ${CHILD} to another plant`);
  fireEvent.click(moving.getByText('Move', { selector: BUTTON_TEXT }));
  moving.getByText('Please choose a plant.');
  moving.getByText(/what it has measured until now stays here/);
  await choose(moving.getByLabelText('To plant', { selector: 'input' }), /^Devices that arrive/);
  fireEvent.click(moving.getByText('Move', { selector: BUTTON_TEXT }));
  await screen.findByText(`${CHILD} is now in Devices that arrive`);
  expect(requests('device/move')).toEqual([{ sid: SID, sn: CHILD, to: OTHER_SID }]);
});

test('releases a gateway with the devices connected to it', async () => {
  const { answer, requests } = await open({ 'device/delete': { removed: [GATEWAY, CHILD] } });
  await openAction(GATEWAY, 'Release');
  const releasing = await dialog(`Release ${GATEWAY}?`);
  releasing.getByText(/Its history stays with this plant\./);
  releasing.getByText('1 device is connected to it');
  fireEvent.click(releasing.getByLabelText('They leave the plant as well'));
  answer({ 'device/list': listOf([]) });
  fireEvent.click(releasing.getByText('Release', { selector: BUTTON_TEXT }));
  await screen.findByText('No devices yet');
  expect(requests('device/delete')).toMatchObject([{ sn: GATEWAY, children: 'go' }]);
});

test('asks for confirmation before entered numbers are lost, and shows the passwords of added gateways until confirmed', async () => {
  const added = ['GWJOURNEY2', 'GWJOURNEY3'];
  const { requests } = await open({
    'product/sn': ({ sn }) => ({
      list: sn.map((serialNumber) => ({
        sn: serialNumber,
        model: 0,
        modelName: '',
        announcedModel: 0,
        lastSeenIso: null,
        state: 'free' as const,
      })),
      products: [{ model: 10_000, modelName: 'HG-1', kind: 'gateway', inputs: 0 }],
    }),
    'site/updateFast': {
      sid: SID,
      version: 2,
      credentials: added.map((sn) => ({ sn, password: `password-of-${sn}` })),
    },
  });
  fireEvent.click(await screen.findByText('Add devices'));
  const adding = await dialog('Add devices');
  typeIn(adding.getByLabelText('Serial numbers'), added.join(' '));
  fireEvent.click(adding.getByText('Add to list'));
  const product = await adding.findByLabelText('Product of the 2 devices that do not report one', {
    selector: 'input',
  });
  await press('Escape', product);
  const leaving = await dialog('Leave without saving?');
  fireEvent.click(leaving.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
  adding.getByText('GWJOURNEY2');
  await choose(product, 'HG-1');
  fireEvent.click(adding.getByText('Add 2 devices'));
  const passwords = await dialog('MQTT passwords');
  for (const sn of added) passwords.getByText(`password-of-${sn}`);
  await passwords.findByText(/port 1883/);
  await press('Escape', passwords.getByText('Done, I saved them'));
  expect(passwords.queryByLabelText('Close')).toBeNull();
  fireEvent.click(passwords.getByText('Done, I saved them'));
  await closed();
  expect(requests('site/updateFast')).toMatchObject([{ sid: SID, sn: added.map((sn) => ({ sn, model: 10_000 })) }]);
});

test('shows the connection and the rejected rows of a gateway, and renews its password', async () => {
  const { answer, requests } = await open({
    'device/credential': { sn: GATEWAY, password: 'abcdefghijklmnopqrstuvwx' },
  });
  fireEvent.click(await screen.findByLabelText(`Connection of ${GATEWAY}`));
  const connectionDialog = await dialog(`Connection of ${GATEWAY}`);
  await connectionDialog.findByText('Connected');
  connectionDialog.getByText('-61 dBm');
  expect(connectionDialog.getByText('announced, no data yet').closest('tr')!.textContent).toContain(CHILD);
  expect(connectionDialog.getByText('more than 10 minutes in the future').closest('tr')!.textContent).toMatch(
    /in the future1/,
  );
  connectionDialog.getByText(/^1 value was ignored/);
  fireEvent.click(connectionDialog.getByText('New password'));
  const question = await dialog(`New password for ${GATEWAY}?`);
  answer({ 'device/connection': { ...connection, online: false } });
  fireEvent.click(question.getByText('New password', { selector: BUTTON_TEXT }));
  await connectionDialog.findByText('abcdefghijklmnopqrstuvwx');
  fireEvent.click(connectionDialog.getByText('Done, I saved it'));
  await connectionDialog.findByText('Not connected');
  expect(requests('device/credential')).toEqual([{ sn: GATEWAY }]);
});

test('shows ownership claims with their answer and devices with withheld reports, and withdraws an open claim', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const at = '2026-06-10T08:00:00Z';
  const claim = { reason: 'Mine', claimedIso: at, decision: '', decidedIso: null };
  const { requests } = await open({
    'device/ownership': {
      list: [
        { ...claim, id, sn: '0A0B0D11', state: 'open' },
        {
          ...claim,
          id: `${id.slice(0, -1)}2`,
          sn: '0A0B0D12',
          state: 'rejected',
          decision: 'No label',
          decidedIso: at,
        },
      ],
      contested: [],
      withheld: [{ sn: '0A0B0D13', reports: 2, sinceIso: at }],
    },
    'device/ownership/withdraw': {},
  });
  await screen.findByText(/Answer: No label/);
  screen.getByText(/2 reports since Jun 10, 2026/);
  fireEvent.click(screen.getByText('Withdraw'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByText('Withdraw', { selector: 'button *' }));
  await waitFor(() => expect(requests('device/ownership/withdraw')).toEqual([{ sid: SID, id }]));
});

test('shows that somebody claims a device, and sends the answer of the plant', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const claim = { kind: 'bought' as const, claimedIso: '2026-06-10T08:00:00Z', answerUntilIso: '2026-06-17T08:00:00Z' };
  const answered = { agrees: true, text: '', files: 0, answeredIso: '2026-06-11T08:00:00Z' };
  const { requests } = await open({
    'device/ownership': {
      list: [],
      contested: [
        { ...claim, id, sn: '0A0B0D11', answer: null },
        { ...claim, id: `${id.slice(0, -1)}2`, sn: '0A0B0D12', answer: answered },
      ],
      withheld: [],
    },
    'device/ownership/answer': {},
  });
  await screen.findByText(/You answered that it is theirs/);
  screen.getByText(/since Jun 10, 2026 \(reason: Bought\)\. Answer by Jun 17, 2026/);
  fireEvent.click(screen.getByText('Answer'));
  const dialog = within(await screen.findByRole('dialog'));
  typeIn(dialog.getByLabelText(/^Explanation/), 'Bought in 2024');
  fireEvent.click(dialog.getByText('Send answer'));
  await waitFor(() =>
    expect(requests('device/ownership/answer')).toEqual([{ sid: SID, id, answer: 'ours', text: 'Bought in 2024' }]),
  );
});
