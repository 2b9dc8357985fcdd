// Remote control of a plant: parameters, power limit, feed-in rule, the owner's switch, and the list of commands.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, refused, typeIn } from '../../../test/page.tsx';

const GATEWAY = 'GWCMD001';
const INVERTER = 'INVCMD001';
const AT = '2026-06-10T12:00:00+02:00';
type Devices = Response<'gateway/parameters/devices'>;
type Device = Response<'gateway/parameters'>;
type Command = Response<'gateway/commands/list'>['list'][number];
type Rule = Response<'site/limitRule'>;

const control: Devices['control'] = {
  isOff: false,
  offIso: null,
  maySwitch: false,
  freeIso: null,
  mayRead: true,
  mayWrite: true,
  mayApprove: false,
  needsSecondFactor: false,
};
const readOnly = { mayWrite: false, needsSecondFactor: true };
const devices = (of: Partial<Devices['control']> = {}): Devices => ({
  siteName: 'Mill Lane',
  timezone: 'Europe/Berlin',
  control: { ...control, ...of },
  total: 2,
  list: [
    { sn: GATEWAY, alias: '', kind: 'gateway', modelName: 'HG-1', gatewaySn: GATEWAY, open: 0, sleepsUntilIso: null },
    {
      sn: INVERTER,
      alias: '',
      kind: 'microinverter',
      modelName: 'BDM-800',
      gatewaySn: GATEWAY,
      open: 0,
      sleepsUntilIso: null,
    },
  ],
});
const overVoltage: Device['parameters'][number] = {
  name: 'overVoltageV',
  title: '',
  group: 'voltage',
  unit: 'V',
  min: 230,
  max: 290,
  step: 0.1,
  default: 264.5,
  isProtected: true,
  isVerified: true,
  value: 264.5,
  valueIso: AT,
  wanted: null,
  state: null,
  isIssued: false,
  reason: '',
};
const device = (change: Partial<Device> = {}): Device => ({
  sn: GATEWAY,
  alias: '',
  modelName: 'HG-1',
  gatewaySn: GATEWAY,
  isOnline: true,
  sleepsUntilIso: null,
  actions: [],
  lastAction: null,
  output: { limitPercent: null, limitIso: null, isOn: null, onIso: null },
  parameters: [overVoltage],
  ...change,
});
const inverter = (limitPercent: number) =>
  device({
    sn: INVERTER,
    parameters: [],
    actions: [{ action: 'limit', isProtected: false }],
    output: { limitPercent, limitIso: AT, isOn: null, onIso: null },
  });
const command = (change: Partial<Command> = {}): Command => ({
  id: '0197a0b0-0000-7000-8000-000000000001',
  sn: GATEWAY,
  gatewaySn: GATEWAY,
  action: 'write',
  state: 'draft',
  isIssued: false,
  reason: '',
  firmware: null,
  isProtected: true,
  returns: null,
  byRule: null,
  standsFor: null,
  changes: [{ name: 'overVoltageV', title: '', unit: 'V', before: 264.5, wanted: 253, readBack: null }],
  askedBy: 'rosa@example.com',
  askedIso: AT,
  answeredBy: '',
  answeredIso: null,
  startsIso: null,
  issuedIso: null,
  acceptedIso: null,
  endedIso: null,
  expiresIso: AT,
  rights: { approve: false, withdraw: true },
  ...change,
});
const limited = command({
  id: '0197a0b0-0000-7000-8000-000000000003',
  sn: INVERTER,
  action: 'limit',
  state: 'readBack',
  isIssued: true,
  isProtected: false,
  changes: [{ name: 'limitPercent', title: '', unit: '%', before: 100, wanted: 60, readBack: 60 }],
  rights: { approve: false, withdraw: false },
});
const noRule: Rule = {
  rule: null,
  revision: 0,
  setBy: '',
  setIso: null,
  now: null,
  installedW: 6900,
  hasMeter: false,
  hasPrices: false,
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  control,
  others: [],
  counts: { limited: 1, holding: 0, above: 0, returning: 0 },
};
const rule: Rule = {
  ...noRule,
  revision: 1,
  setBy: 'rosa@example.com',
  setIso: AT,
  rule: {
    kind: 'feedIn',
    most: 60,
    mostUnit: '%',
    byMeter: false,
    priceOf: null,
    below: null,
    limitPercent: null,
    safePercent: 40,
  },
  now: { percent: 40, cause: 'noPower', changedIso: AT, checkedIso: AT },
  counts: { limited: 1, holding: 1, above: 0, returning: 0 },
};

const plant: Answers = {
  'gateway/parameters/devices': devices(),
  'gateway/parameters': device(),
  'site/limitRule': noRule,
  'gateway/commands/list': { list: [], total: 0 },
};
const open = (answers: Answers = {}, search = '', role: 'manager' | 'owner' = 'manager') =>
  openPage(`/pvPlant/parameterSetting?sid=${SID}${search}`, { ...plant, ...answers }, { role });
const row = async (name = 'Over voltage protection') => (await screen.findByText(name)).closest('tr')!;
const requestedInput = () => screen.getByLabelText<HTMLInputElement>('Requested: Over voltage protection');
const button = (name: string) => screen.getByText(name).closest('button')!;
const dialog = async () => within(await screen.findByRole('dialog'));
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('is read-only for a user who signed in with a password alone', async () => {
  await open({ 'gateway/parameters/devices': devices(readOnly) });
  await screen.findByText(/^To change settings, sign in with a second factor/);
  expect((await row()).textContent).toContain('264.5 V');
  expect(screen.queryByLabelText('Requested: Over voltage protection')).toBeNull();
  expect(screen.queryByText('Limit power')).toBeNull();
});

test('reads the values from the device', async () => {
  const unread = device({ parameters: [{ ...overVoltage, value: null, valueIso: null }] });
  const { answer, requests } = await open({
    'gateway/parameters': unread,
    'gateway/bsg/server': { command: command({ action: 'read' }) },
  });
  expect((await row()).children[1]!.textContent).toBe('–');
  answer({ 'gateway/parameters': device() });
  fireEvent.click(screen.getByText('Load from device'));
  await waitFor(async () => expect((await row()).children[1]!.textContent).toContain('264.5 V'));
  expect((await row()).textContent).toContain('Not issued yet');
  expect(requests('gateway/bsg/server')).toMatchObject([{ sid: SID, sn: GATEWAY }]);
});

test('rejects a value out of range', async () => {
  await open();
  await row();
  typeIn(requestedInput(), '999');
  screen.getByText('Outside the allowed range');
  expect(button('Review 1 change').disabled).toBe(true);
});

test('fills in the values of a grid profile with their source and sends nothing', async () => {
  const { requests } = await open();
  await row();
  await choose(screen.getByRole('combobox', { name: /Grid profile/ }), 'DE · VDE-AR-N 4105:2018');
  screen.getByText('Source: general knowledge of the standard');
  screen.getByText(/^Not verified: an example\./);
  fireEvent.click(screen.getByText('Apply'));
  expect(requestedInput().value).toBe('287.5');
  fireEvent.click(screen.getByText('Discard'));
  expect(requestedInput().value).toBe('');
  expect(requests('gateway/bsg/server')).toEqual([]);
});

test('shows a protected change for review before it requests approval, which the requester cannot give', async () => {
  const { answer, requests } = await open({ 'gateway/bsg/server': { command: command() } });
  await row();
  typeIn(requestedInput(), '253');
  fireEvent.click(button('Review 1 change'));
  const review = await dialog();
  expect(review.getByText('Over voltage protection').closest('tr')!.textContent).toMatch(/264\.5 V.*253 V/);
  review.getByText(/^A second person of your company has to approve this/);
  answer({
    'gateway/parameters': device({ parameters: [{ ...overVoltage, wanted: 253, state: 'draft' }] }),
    'gateway/commands/list': { list: [command()], total: 1 },
  });
  fireEvent.click(review.getByText('Request approval'));
  await dialogClosed();
  expect(requests('gateway/bsg/server')).toMatchObject([{ write: [{ name: 'overVoltageV', value: 253 }], waitS: 0 }]);
  await waitFor(async () => expect((await row()).textContent).toContain('Waiting for approval'));
  expect(screen.queryByLabelText(/^Approve/)).toBeNull();
  expect(lines()[0]).toContain('Over voltage protection: from 264.5 V to 253 V');
});

test('lists only the values of a battery that a write changes', async () => {
  const value = (name: string, before: number | null, wanted: number) =>
    ({ name, title: name, unit: name.endsWith('Percent') ? '%' : '', before, wanted, readBack: wanted }) as const;
  const unused = ['Action', 'StartMin', 'EndMin', 'PowerW', 'TargetPercent'].map((field) =>
    value(`batteryPeriod1${field}`, field === 'PowerW' ? null : 0, 0),
  );
  const changes = [value('batteryMode', 1, 1), value('batteryReservePercent', 12, 25), ...unused];
  const written = command({ state: 'readBack', isIssued: true, changes });
  const same = command({ id: '0197a0b0-0000-7000-8000-000000000009', changes: changes.slice(0, 1) });
  await open({ 'gateway/commands/list': { list: [written, same], total: 2 } });
  await screen.findByText('Reserve: from 12 % to 25 %');
  screen.getByText('read back: 25 %');
  screen.getByText('Same settings sent again');
});

test('sends the approval of another person for a pending command', async () => {
  const { requests } = await open({
    'gateway/parameters/devices': devices({ mayApprove: true }),
    'gateway/commands/list': { list: [command({ rights: { approve: true, withdraw: false } })], total: 1 },
    'gateway/commands/answer': { command: command({ state: 'approved' }) },
  });
  fireEvent.click(await screen.findByLabelText(/^Approve: Over voltage protection/));
  await waitFor(() => expect(requests('gateway/commands/answer')).toMatchObject([{ answer: 'approve' }]));
});

test('accepts a whole number from 0 to 100 as the limit of an inverter, by keyboard', async () => {
  const { answer, requests } = await open(
    { 'gateway/parameters': inverter(100), 'gateway/bsg/server': { command: limited } },
    `&sn=${INVERTER}`,
  );
  fireEvent.click(await screen.findByText('Limit power'));
  const limiting = await dialog();
  limiting.getByText(`Limit power of ${INVERTER}`);
  const field = limiting.getByLabelText('Limit, % of rated power');
  typeIn(field, '130');
  fireEvent.click(limiting.getByText('Send limit'));
  limiting.getByText('Enter a whole number from 0 to 100');
  typeIn(field, '60');
  answer({ 'gateway/parameters': inverter(60), 'gateway/commands/list': { list: [limited], total: 1 } });
  await press('Enter', field);
  await dialogClosed();
  await screen.findByText('60 % of the rated power');
  await waitFor(() => expect(lines()[0]).toMatch(/Power limit: 60 %.*Read back/));
  expect(requests('gateway/bsg/server')).toMatchObject([{ sn: INVERTER, action: 'limit', limitPercent: 60 }]);
});

test('says that a device sleeps, and sends at sunrise unless the user decides otherwise', async () => {
  const sleepsUntilIso = '2099-11-27T07:52:00+01:00';
  const waiting = command({ ...limited, state: 'approved', isIssued: false, startsIso: sleepsUntilIso });
  const { answer, requests } = await open(
    {
      'gateway/parameters': { ...inverter(100), sleepsUntilIso },
      'gateway/bsg/server': { command: waiting },
    },
    `&sn=${INVERTER}`,
  );
  await screen.findByText('Idle until sunrise, 07:52');
  for (const atSunrise of [true, false]) {
    fireEvent.click(await screen.findByText('Limit power'));
    const limiting = await dialog();
    limiting.getByText(/cannot answer before sunrise/);
    if (!atSunrise) fireEvent.click(limiting.getByLabelText('Send at sunrise (07:52)'));
    answer({ 'gateway/commands/list': { list: [waiting], total: 1 } });
    fireEvent.click(limiting.getByText('Send limit'));
    await dialogClosed();
    expect(requests('gateway/bsg/server').at(-1)).toMatchObject({ action: 'limit', atSunrise });
  }
  expect(lines()[0]).toMatch(/Waiting for sunrise, .*07:52/);
});

test('shows the reason of a refused limit in its dialog', async () => {
  await open(
    {
      'gateway/parameters': inverter(40),
      'site/limitRule': rule,
      'gateway/bsg/server': refused('limitedByRule', 'The rule of this plant limits it.'),
    },
    `&sn=${INVERTER}`,
  );
  await screen.findByText('1 of 1 comply');
  fireEvent.click(await screen.findByText('Limit power'));
  const limiting = await dialog();
  typeIn(limiting.getByLabelText('Limit, % of rated power'), '90');
  fireEvent.click(limiting.getByText('Send limit'));
  await limiting.findByText('The rule of this plant limits it.');
});

test('lists the commands of one device, one line per day of the rule, and repeated limits on demand', async () => {
  const daySummary = command({
    ...limited,
    id: '0197a0b0-0000-7000-8000-000000000002',
    byRule: 'change',
    askedBy: '',
    standsFor: { commands: 131, changes: 46, failed: 2, least: 15, most: 80 },
  });
  const { requests } = await open(
    {
      'gateway/parameters': inverter(60),
      'gateway/commands/list': ({ filters }) =>
        filters.sn ? { list: [limited, daySummary], total: 2 } : { list: [command(), limited, daySummary], total: 3 },
    },
    `&sn=${INVERTER}`,
  );
  fireEvent.click(await screen.findByText(`Only commands of ${INVERTER}`));
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(lines()[1]).toContain('sent 131 times, from 15 % to 80 %');
  expect(lines()[1]).toContain('46 with a changed limit; 2 not read back');
  fireEvent.click(screen.getByText('Show repeated limits'));
  await screen.findByText('Hide repeated limits');
  const last: ParsedRequest<'gateway/commands/list'> = requests('gateway/commands/list').at(-1)!;
  expect(last.filters).toMatchObject({ sn: INVERTER, renewals: true });
});

test('sets a feed-in rule with its safe value and removes it', async () => {
  const { answer, requests } = await open({ 'gateway/parameters': inverter(100), 'site/limitRule/setUp': rule });
  await screen.findByText(/^No rule: devices feed in what they produce/);
  fireEvent.click(screen.getByText('Set rule'));
  const setting = await dialog();
  typeIn(setting.getByLabelText('Maximum export'), '130');
  fireEvent.click(setting.getByText('Save rule'));
  setting.getByText('Enter a whole number from 0 to 100');
  typeIn(setting.getByLabelText('Maximum export'), '60');
  typeIn(setting.getByLabelText('When data is missing'), '40');
  answer({ 'site/limitRule': rule });
  await press('Enter', setting.getByLabelText('When data is missing'));
  await dialogClosed();
  await screen.findByText('1 of 1 comply');
  expect(screen.getAllByText(/^40\s?% of the rated power$/)).toHaveLength(2);
  fireEvent.click(screen.getByText('Set rule'));
  const removing = await dialog();
  fireEvent.click(removing.getByText('No rule'));
  answer({ 'site/limitRule': { ...noRule, revision: 2 } });
  fireEvent.click(removing.getByText('Save rule'));
  await dialogClosed();
  expect(requests('site/limitRule/setUp')).toMatchObject([
    { kind: 'feedIn', most: 60, mostUnit: '%', safePercent: 40, revision: 0 },
    { kind: 'none', revision: 1 },
  ]);
});

test('shows the owner who requested a command and lets the owner switch remote control off', async () => {
  const owned = { ...readOnly, needsSecondFactor: false, mayRead: false, maySwitch: true };
  const { answer, requests } = await open(
    {
      'gateway/parameters/devices': devices(owned),
      'gateway/commands/list': { list: [command({ rights: { approve: false, withdraw: false } })], total: 1 },
      'gateway/control': { control: { ...control, ...owned, isOff: true } },
    },
    '',
    'owner',
  );
  const allow = await screen.findByLabelText(/^Allow the service company to send commands/);
  await waitFor(() => expect(lines()[0]).toContain('rosa@example.com'));
  const failed = command({ state: 'failed', reason: 'controlOff', rights: { approve: false, withdraw: false } });
  answer({
    'gateway/parameters/devices': devices({ ...owned, isOff: true }),
    'gateway/commands/list': { list: [failed], total: 1 },
  });
  fireEvent.click(allow);
  await screen.findByText(/nothing is sent to its devices/);
  await waitFor(() => expect(lines()[0]).toContain('The owner has turned off remote control'));
  expect(requests('gateway/control')).toEqual([{ sid: SID, isOff: true }]);
});

test('offers no command while the owner has switched remote control off', async () => {
  await open({ 'gateway/parameters/devices': devices({ isOff: true, mayRead: false, mayWrite: false }) });
  await screen.findByText(/nothing is sent to its devices/);
  await row();
  expect(screen.queryByText('Load from device')).toBeNull();
  expect(screen.queryByLabelText('Requested: Over voltage protection')).toBeNull();
});

test('leads to the explanation of remote control in the guide', async () => {
  const { address } = await open();
  await row();
  fireEvent.click(screen.getByRole('link', { name: 'What is this?' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('remoteControl'));
  expect(address()).toBe('/guide#remoteControl');
});
