// Battery settings: a valid schedule is reviewed and sent, and the last good settings can be restored.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { device, lastData, SID, siteDetail } from '../../../test/answers.ts';
import { type Answers, openPage, typeIn, unavailable } from '../../../test/page.tsx';
import { collectSpoken } from '../../../test/spoken.ts';

const spoken = collectSpoken();

const SN = 'BATSET01';
const AT = '2026-06-10T12:00:00+02:00';
type View = Response<'battery/hx/params/view'>;
type Settings = NonNullable<View['inDevice']>;

const range = { min: 0, max: 100, step: 1 };
const ownUse: Settings = { mode: 'ownUse', reservePercent: 20, shutdownPercent: 10, peakW: 0, periods: [] };
const timeOfUse: Settings = {
  ...ownUse,
  mode: 'timeOfUse',
  periods: [
    { fromMin: 120, toMin: 300, action: 'charge', powerW: 2000, targetPercent: 100 },
    { fromMin: 1020, toMin: 1260, action: 'discharge', powerW: 2000, targetPercent: 20 },
  ],
};
const view = (change: Partial<View> = {}): View => ({
  sn: SN,
  modelName: 'Battery',
  gatewaySn: SN,
  timezone: 'Europe/Berlin',
  isOnline: true,
  control: {
    isOff: false,
    offIso: null,
    maySwitch: false,
    freeIso: null,
    mayRead: true,
    mayWrite: true,
    mayApprove: false,
    needsSecondFactor: false,
  },
  limits: {
    modes: ['ownUse', 'timeOfUse'],
    reservePercent: range,
    shutdownPercent: range,
    peakW: range,
    ratedW: 5000,
    periods: { most: 6, powerW: { ...range, max: 12_000 }, targetPercent: range },
  },
  names: ['batteryMode'],
  isProtected: false,
  isVerified: true,
  inDevice: ownUse,
  inDeviceIso: AT,
  change: null,
  lastGood: null,
  clockMove: null,
  isBusy: false,
  rights: { read: true, set: 'all', reason: null, needsPassword: false, restrict: false, companyName: 'Dachwerk' },
  restriction: null,
  ...change,
});
const command: Response<'battery/hx/params/setting'>['command'] = {
  id: '0197a0b0-0000-7000-8000-000000000001',
  sn: SN,
  gatewaySn: SN,
  action: 'write',
  state: 'approved',
  isIssued: false,
  reason: '',
  changes: [],
  firmware: null,
  isProtected: false,
  returns: null,
  byRule: null,
  standsFor: null,
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
};
const TONIGHT: Response<'battery/hx/tonight'> = {
  sid: SID,
  sn: SN,
  socPercent: 62,
  capacityWh: 10_000,
  eveningW: 1_200,
  evenings: 6,
  sunsetIso: '2026-06-10T21:20:00+02:00',
  sunriseIso: '2026-06-11T04:45:00+02:00',
  importPrice: 0.3,
  currency: 'EUR',
  atIso: '2026-06-10T21:00:00+02:00',
  solarBasis: 'lastDays',
  hours: [],
};
const battery: Answers = {
  // Prefetched before the open view is known.
  'battery/hx/overview': unavailable,
  'device/powerParamateMap': { list: [] },
  'device/statistics/overview/electricity': { sid: SID, sn: SN, flows: [], ...lastData(60) },
  'device/detail': device({ sn: SN, alias: '', kind: 'battery', batterySoc: 40 }),
  'site/detail': siteDetail(),
  'battery/hx/params/view': view(),
  'battery/hx/params/setting': { command },
  'battery/hx/params/read': { command },
  'battery/hx/tonight': TONIGHT,
  'battery/hx/ota': {
    sn: SN,
    modelName: 'Battery',
    hardware: '',
    versionName: '',
    offered: [],
    update: null,
    rights: { update: false },
    needsSecondFactor: false,
  },
};
const open = (answers: Answers = {}) =>
  openPage(`/devices/battery?sid=${SID}&sn=${SN}&view=settings`, { ...battery, ...answers }, { role: 'manager' });
const row = (name: string) =>
  within(screen.getByRole('table', { name: 'Battery settings' }))
    .getByText(name)
    .closest('tr')!;
const review = () => screen.getByText('Review the change').closest('button')!;
const OVERLAP = 'The selected time cannot be earlier than the previous end time';
function enter(label: string, text: string) {
  const field = screen.getByLabelText(label);
  typeIn(field, text);
  fireEvent.blur(field);
}
function addPeriod(n: number, from: string, to: string) {
  fireEvent.click(screen.getByText('Add a period'));
  enter(`From, period ${n}`, from);
  enter(`To, period ${n}`, to);
}

test('is read-only for a user who signed in with a password alone', async () => {
  const control = { ...view().control, mayWrite: false, needsSecondFactor: true };
  const rights = { ...view().rights, set: 'nothing', reason: 'secondFactor' } as const;
  await open({ 'battery/hx/params/view': view({ control, rights }) });
  await screen.findByText(/^To change settings, sign in with a second factor/);
  expect(row('Mode').textContent).toContain('Self-consumption');
  expect(screen.getByLabelText<HTMLInputElement>(/^Time of use/).matches(':disabled')).toBe(true);
  expect(screen.queryByText('Add a period')).toBeNull();
});

const unread = { inDevice: null, inDeviceIso: null };

test('reads the settings once when the page opens, and shows no value before they are read', async () => {
  const { answer, requests } = await open({ 'battery/hx/params/view': view(unread) });
  await waitFor(() => expect(requests('battery/hx/params/read')).toEqual([{ sid: SID, sn: SN }]));
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  for (const label of ['Reserve', 'Minimum state of charge', 'Import limit']) {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    expect([field.value, field.matches(':disabled')]).toEqual(['', true]);
  }
  expect(screen.queryByText('Daily schedule')).toBeNull();
  expect(row('Mode').textContent).toContain('–');
  answer({ 'battery/hx/params/view': view() });
  fireEvent.click(screen.getByText('Load from device'));
  await waitFor(() => expect(row('Mode').textContent).toContain('Self-consumption'));
  screen.getByText(/^Read from the device/);
});

test.each<[string, Partial<View>, RegExp]>([
  ['while a command runs', { ...unread, isBusy: true }, /^Reading from the device/],
  ['while the device is offline', { ...unread, isOnline: false }, /^Not read yet: the device is offline/],
  [
    'for a guest',
    { ...unread, rights: { ...view().rights, read: false, set: 'nothing', reason: 'guest' } },
    /^You cannot change this: you are a guest.*Dachwerk/,
  ],
  ['just after it was read', { inDeviceIso: '2099-01-01T00:00:00Z' }, /^Read from the device/],
])('sends no read %s, and says why', async (_, change, text) => {
  const { requests } = await open({ 'battery/hx/params/view': view(change) });
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(requests('battery/hx/params/read')).toEqual([]);
});

test('lets the owner change mode and reserve, confirmed by the password', async () => {
  const rights = { ...view().rights, set: 'modeAndReserve', needsPassword: true } as const;
  const { requests } = await open({ 'battery/hx/params/view': view({ rights }) });
  await screen.findByText('You set mode and reserve. Dachwerk sets everything else.');
  expect(screen.getByLabelText('Minimum state of charge').matches(':disabled')).toBe(true);
  expect(screen.queryByText('Add a period')).toBeNull();
  enter('Reserve', '35');
  fireEvent.click(review());
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText<HTMLElement>('Send').closest('button')!.disabled).toBe(true);
  typeIn(dialog.getByLabelText('Your password'), 'a long sentence');
  fireEvent.click(dialog.getByText('Send'));
  await waitFor(() =>
    expect(requests('battery/hx/params/setting')).toMatchObject([
      { ...ownUse, reservePercent: 35, password: 'a long sentence' },
    ]),
  );
});

test('says what the reserve leaves tonight, and moves it with the slider', async () => {
  await open();
  const text = () => screen.getByText(/above the reserve tonight/).textContent;
  await screen.findByText(/above the reserve tonight/);
  expect(text()).toMatch(
    /^4\.20 kWh above the reserve tonight: about 3\.5 h at your usual evening load of 1,200 W.*€1\.26.*10\.0 kWh.*6 measured evenings/,
  );
  fireEvent.change(screen.getByLabelText('Move the reserve'), { target: { value: '50' } });
  expect(text()).toMatch(/^1\.20 kWh above the reserve tonight: about 1 h/);
  expect(screen.getByLabelText<HTMLInputElement>('Reserve').value).toBe('50');
  expect(review().disabled).toBe(false);
});

/** The home draws 1.2 kW, and the modules yield 4 kW from 06:00 to 18:00; import is cheaper from 02:00 to 05:00. */
const hoursUntilTomorrow = Array.from({ length: 27 }, (_, n) => {
  const iso = (hour: number) =>
    new Date(Date.parse('2026-06-10T21:00:00Z') + hour * 3_600_000).toISOString().slice(0, 19);
  const hour = (21 + n) % 24;
  return {
    fromIso: `${iso(n)}+02:00`,
    toIso: `${iso(n + 1)}+02:00`,
    homeW: 1_200,
    solarW: hour >= 6 && hour < 18 ? 4_000 : 0,
    importPrice: hour >= 2 && hour < 5 ? 0.2 : 0.3,
  };
});
const tonight = { ...TONIGHT, hours: hoursUntilTomorrow };

test('forecasts until when the battery is enough, and what is imported, produced and cheapest after that', async () => {
  await open({ 'battery/hx/tonight': { ...tonight, solarBasis: 'forecast' } });
  await screen.findByText(/^4\.20 kWh above the reserve: enough until 00:30 at your usual consumption\./);
  // 5.5 h at 1.2 kW, of which three cost 0.2.
  screen.getByText('After that about 6.60 kWh of import until 06:00, for €1.62.');
  screen.getByText('Production until the end of tomorrow, by the weather forecast: 48.0 kWh.');
  screen.getByText('Full at about 09:00.');
  screen.getByText('Lowest import price from 02:00 to 05:00: 0.20 EUR per kWh.');
  fireEvent.change(screen.getByLabelText('Move the reserve'), { target: { value: '50' } });
  await screen.findByText(/^1\.20 kWh above the reserve: enough until 22:00/);
  fireEvent.change(screen.getByLabelText('Move the reserve'), { target: { value: '62' } });
  await screen.findByText(/^The battery is at its reserve/);
});

test('forecasts the night without prices, and until the modules take over', async () => {
  const quiet = hoursUntilTomorrow.map((hour) => ({ ...hour, homeW: 300, importPrice: null }));
  await open({ 'battery/hx/tonight': { ...tonight, hours: quiet, currency: '' } });
  await screen.findByText(
    /^4\.20 kWh above the reserve: enough at your usual consumption until the modules take over at 06:00\./,
  );
  screen.getByText('Production until the end of tomorrow, as on the last days: 48.0 kWh.');
  expect(screen.queryByText(/import price/)).toBeNull();
});

test('shows the owner who restricted the battery', async () => {
  const rights = { ...view().rights, set: 'nothing', reason: 'restricted' } as const;
  const restriction = { byName: 'Jonas', companyName: 'Dachwerk', iso: AT };
  await open({ 'battery/hx/params/view': view({ rights, restriction }) });
  await screen.findByText(/Jonas \(Dachwerk\) restricted the battery to the service company on Jun 10, 2026/);
  expect(screen.getByLabelText('Reserve').matches(':disabled')).toBe(true);
});

test('restricts the owner for the service company', async () => {
  const rights = { ...view().rights, restrict: true };
  const { requests } = await open({
    'battery/hx/params/view': view({ rights }),
    'battery/hx/params/ownerAccess': { isAllowed: false },
  });
  fireEvent.click(await screen.findByText('Restrict the owner'));
  fireEvent.click(await screen.findByText('Restrict'));
  await waitFor(() => expect(requests('battery/hx/params/ownerAccess')).toEqual([{ sid: SID, isAllowed: false }]));
});

test('rejects a schedule without periods or with overlaps until it is corrected', async () => {
  await open();
  fireEvent.click(await screen.findByLabelText(/^Time of use/));
  screen.getByText('A time range must be selected first.');
  expect(review().disabled).toBe(true);
  addPeriod(1, '2', '5:00');
  addPeriod(2, '4:30', '0700');
  screen.getByText(OVERLAP);
  expect(review().disabled).toBe(true);
  enter('From, period 2', '17:00');
  enter('To, period 2', '21:00');
  expect(screen.queryByText(OVERLAP)).toBeNull();
  const day = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(day).toContainEqual(expect.stringMatching(/02:00–05:00.*charge at 2,000 W up to 100%/));
  expect(day).toContainEqual(expect.stringMatching(/17:00–21:00.*down to 20%/));
  expect(review().disabled).toBe(false);
});

test('sends a reviewed schedule and shows it as issued once it was read back', async () => {
  const { answer, requests } = await open();
  fireEvent.click(await screen.findByLabelText(/^Time of use/));
  addPeriod(1, '2:00', '5:00');
  enter('Power, period 1', '2000');
  fireEvent.click(review());
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Mode').closest('tr')!.textContent).toMatch(/Self-consumption.*Time of use/);
  expect(dialog.getByText('Period 1').closest('tr')!.textContent).toContain('02:00–05:00');
  const change = {
    id: command.id,
    state: 'readBack',
    isIssued: true,
    reason: '',
    askedIso: AT,
    isReturn: false,
  } as const;
  answer({
    'battery/hx/params/view': view({ inDevice: timeOfUse, change: { ...change, wanted: timeOfUse } }),
  });
  fireEvent.click(dialog.getByText('Send'));
  await waitFor(() => expect(row('Mode').textContent).toMatch(/Time of use.*Issued/));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('battery/hx/params/setting')).toMatchObject([
    { sn: SN, mode: 'timeOfUse', periods: [{ fromMin: 120, toMin: 300, action: 'charge', powerW: 2000 }] },
  ]);
});

test('restores the last good settings', async () => {
  const { requests } = await open({
    'battery/hx/params/view': view({ inDevice: timeOfUse, lastGood: { settings: ownUse, iso: AT } }),
  });
  fireEvent.click(await screen.findByText(/^Restore the settings of/));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Mode').closest('tr')!.textContent).toMatch(/Time of use.*Self-consumption/);
  fireEvent.click(dialog.getByText('Send'));
  await waitFor(() => expect(requests('battery/hx/params/setting')).toMatchObject([{ ...ownUse, sn: SN }]));
});

test('leads to the explanation of the settings in the guide, also where they are read-only', async () => {
  const rights = { ...view().rights, set: 'nothing', reason: 'secondFactor' } as const;
  const { address } = await open({ 'battery/hx/params/view': view({ rights }) });
  fireEvent.click(await screen.findByRole('link', { name: 'What is this?' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('battery'));
  expect(address()).toBe('/guide#battery');
});

test('speaks each step of a command once: sent, read back, failed', async () => {
  const page = await open();
  await screen.findByText('Load from device');
  spoken.length = 0;
  const steps = [
    ['issued', '', 'Sent'],
    ['issued', '', 'Sent'],
    ['readBack', '', 'Read back'],
    ['failed', 'busy', /^Failed\. /],
  ] as const;
  const expected: unknown[] = [];
  for (const [step, [state, reason, text]] of steps.entries()) {
    const change = { wanted: timeOfUse, isIssued: false, askedIso: AT, isReturn: false, id: 'c', state, reason };
    page.answer({ 'battery/hx/params/view': view({ change }) });
    // Reading asks for the view again.
    const reads = page.requests('battery/hx/params/view').length;
    fireEvent.click(screen.getByText('Load from device'));
    await waitFor(() => expect(page.requests('battery/hx/params/view').length).toBeGreaterThan(reads));
    if (step !== 1) expected.push(text instanceof RegExp ? expect.stringMatching(text) : text);
    await waitFor(() => expect(spoken).toEqual(expected));
  }
});
