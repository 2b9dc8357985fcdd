// The wizard for a new plant: fields filled in by the country, missing fields, the request, and the stored draft.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, SID, siteDetail } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, type Reader, refused, typeIn, userInfo } from '../../../test/page.tsx';
import { newDevice } from './devices.ts';
import { type Draft, loadDraft, saveDraft } from './draft.ts';
import { EMPTY_SITE } from './siteForm.ts';

const countryDefaults = {
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  temperatureUnit: 'Celsius',
  timezones: [] as string[],
} as const;
const lookup = { modelName: 'HG-S5', announcedModel: 0, lastSeenIso: null } as const;
const lists: Answers = {
  'common/country': {
    list: [
      { code: 'DE', name: 'Germany', ...countryDefaults },
      { code: 'FR', name: 'France', ...countryDefaults },
    ],
  },
  'common/state': { list: [] },
  'common/timezone': { list: [{ code: 'Europe/Berlin', name: 'Central European Time', offset: '+01:00' }] },
  'common/currency': { list: [{ code: 'EUR', name: 'Euro', symbol: '€' }] },
  'common/addressInfo': { country: 'DE', countryName: 'Germany', ...countryDefaults },
  'product/sn': ({ sn }) => ({
    list: sn.map((number) => ({ ...lookup, sn: number, model: 5, state: 'free' as const })),
    products: [{ model: 5, modelName: 'HG-S5', kind: 'inverter', inputs: 2 }],
  }),
};
/** Responses for the last screen, after the plant is created. */
const creation: Answers = {
  'site/createFast': ({ sn }) => ({ sid: SID, sn: sn.map((device) => device.sn), credentials: [] }),
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'device/list': { list: [], total: 0, kinds: {}, models: [] },
  'site/setUp/checks': {
    from: '2026-06-07',
    to: '2026-06-10',
    timezone: 'Europe/Berlin',
    list: [],
    mayTurn: true,
    jobs: [],
  },
};
const open = (answers: Answers = {}, as: Reader = { role: 'installer' }) =>
  openPage('/pvPlant/edit', { ...lists, ...creation, ...answers }, as);

const draft: Draft = {
  form: {
    ...EMPTY_SITE,
    siteName: 'Mill Lane',
    powerMaxKw: 9.9,
    countryCode: 'DE',
    latitude: 48.4,
    longitude: 9.98,
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    electricityPrice: 0.34,
  },
  devices: [],
  step: 'devices',
  group: 'basics',
  savedAtMs: Date.now() - 120_000,
};
const openDraft = async (answers: Answers = {}, change: Partial<Draft> = {}) => {
  saveDraft(userInfo.uid, { ...draft, ...change });
  return await open(answers);
};
const field = (label: RegExp) => screen.getByLabelText(label, { selector: 'input' });
const clickButton = (word: RegExp | string) => fireEvent.click(screen.getByText(word, { selector: 'button *' }));
const addNumbers = async (numbers: string) => {
  const box = await screen.findByLabelText('Serial numbers');
  typeIn(box, numbers);
  await press('Enter', box);
};

test('creates a plant without devices from the typed values, in watts and with the defaults of the country', async () => {
  const { requests } = await open();
  await screen.findByText('New plant');
  typeIn(field(/^Plant name/), ' Mill Lane ');
  typeIn(field(/^DC peak power/), '9.9');
  await choose(field(/^Country/), 'Germany');
  typeIn(field(/^Latitude/), '48.4');
  typeIn(field(/^Longitude/), '9.98');
  typeIn(field(/^Electricity price/), '0.34');
  await waitFor(() => expect((field(/^Time zone/) as HTMLInputElement).value).toContain('Berlin'));
  await press('Enter', field(/^Plant name/));
  fireEvent.click(await screen.findByText('Skip and create the plant'));
  await screen.findByText('Congratulations!');
  expect(requests('site/createFast')).toMatchObject([
    {
      siteName: 'Mill Lane',
      powerMax: 9900,
      countryCode: 'DE',
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      electricityPrice: 0.34,
      feedInPrice: null,
      commissionDate: null,
      sn: [],
    },
  ]);
});

test('marks missing fields and stays at the first step', async () => {
  const { requests } = await open();
  await screen.findByText('New plant');
  typeIn(field(/^Plant name/), 'Mill Lane');
  clickButton('Next');
  expect((await screen.findAllByText('This Field is required.')).length).toBeGreaterThan(3);
  expect(field(/^Plant name/).getAttribute('aria-invalid')).not.toBe('true');
  expect(field(/^DC peak power/).getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Skip and create the plant')).toBeNull();
  expect(requests('site/createFast')).toEqual([]);
});

test('continues the stored draft, and starts over on request', async () => {
  await openDraft({}, { step: 'plant' });
  await screen.findByText(/^You are continuing/);
  expect((field(/^Plant name/) as HTMLInputElement).value).toBe('Mill Lane');
  clickButton('Start over');
  await waitFor(() => expect((field(/^Plant name/) as HTMLInputElement).value).toBe(''));
  expect(loadDraft(userInfo.uid)).toBeNull();
});

test('stores typed values for the next visit', async () => {
  await open();
  await screen.findByText('New plant');
  typeIn(field(/^Plant name/), 'Old Barn');
  await waitFor(() => expect(loadDraft(userInfo.uid)?.form.siteName).toBe('Old Barn'));
});

test('creates a plant with several devices typed in one line', async () => {
  const { requests } = await openDraft();
  await addNumbers('A1000001, A1000002');
  await waitFor(() => expect(screen.getAllByText('Can be added')).toHaveLength(2));
  clickButton(/^Create the plant with 2 devices/);
  await screen.findByText('Congratulations!');
  expect(requests('product/sn')).toEqual([{ sn: ['A1000001', 'A1000002'] }]);
  expect(requests('site/createFast')[0]!.sn.map(({ sn }) => sn)).toEqual(['A1000001', 'A1000002']);
  screen.getByText('0 of 2 devices have reported');
  expect(loadDraft(userInfo.uid)).toBeNull();
});

test('shows which entries are no serial numbers or already in the list', async () => {
  const { requests } = await openDraft();
  await addNumbers('A1000001 no!');
  await screen.findByText(/Not a serial number: no!/i);
  await addNumbers('A1000001');
  await screen.findByText('Already in the list: A1000001');
  expect(requests('product/sn')).toHaveLength(1);
});

test('removes devices that belong to another plant of the user before it creates the plant', async () => {
  const { requests } = await openDraft({
    'product/sn': ({ sn }) => ({
      list: sn.map((number) => ({ ...lookup, sn: number, model: 5, state: number === 'A1000002' ? 'yours' : 'free' })),
      products: [],
    }),
  });
  await addNumbers('A1000001 A1000002');
  await screen.findByText(/^Failed verification, please check and try again!\s1 device cannot be added/);
  clickButton(/^Create the plant with 2 devices/);
  await screen.findByText(/^Some devices are not ready yet/);
  expect(requests('site/createFast')).toEqual([]);
  const notice = screen.getByText(/1 device cannot be added/).closest<HTMLElement>('[role=status]')!;
  fireEvent.click(within(notice).getByRole('button'));
  clickButton(/^Create the plant with 1 device/);
  await waitFor(() => expect(requests('site/createFast')[0]!.sn.map(({ sn }) => sn)).toEqual(['A1000001']));
});

test('requires the product of an unknown serial number, and sends it', async () => {
  const { requests } = await openDraft(
    {
      'product/sn': ({ sn }) => ({
        list: sn.map((number) => ({ ...lookup, sn: number, model: 0, modelName: '', state: 'unknown' })),
        products: [{ model: 5, modelName: 'HG-S5', kind: 'inverter', inputs: 2 }],
      }),
    },
    { devices: [newDevice('A1000003')] },
  );
  await screen.findByText('Choose its product');
  await choose(screen.getByLabelText('Product of A1000003', { selector: 'input' }), 'HG-S5');
  await screen.findByText('Can be added');
  clickButton(/^Create the plant with 1 device/);
  await waitFor(() => expect(requests('site/createFast')[0]!.sn).toEqual([{ sn: 'A1000003', model: 5 }]));
});

test('shows why the plant cannot be created, and keeps the list of devices', async () => {
  const { answer } = await openDraft(
    { 'site/createFast': refused('serialNumberFailed', 'A1000001 cannot be added.') },
    { devices: [newDevice('A1000001')] },
  );
  await screen.findByText('Can be added');
  clickButton(/^Create the plant with 1 device/);
  await screen.findByText('A1000001 cannot be added.');
  answer(creation);
  clickButton(/^Create the plant with 1 device/);
  await screen.findByText('Congratulations!');
});

test('returns to the field that the server rejects', async () => {
  await openDraft({ 'site/createFast': refused('unknownTimezone', 'This time zone is not known.') });
  fireEvent.click(await screen.findByText('Skip and create the plant'));
  const reason = await screen.findByText('This time zone is not known.');
  expect(field(/^Time zone/).getAttribute('aria-describedby')).toContain(reason.id);
});

test('warns on the last screen that the time zone does not fit the location', async () => {
  await openDraft({ 'site/detail': siteDetail({ timezoneFits: false, sunNoon: '05:20' }) });
  fireEvent.click(await screen.findByText('Skip and create the plant'));
  await screen.findByText(/05:20.*Europe\/Berlin does not match the location/);
  expect(screen.getByText('Correct').closest('a')!.getAttribute('href')).toContain(`sid=${SID}`);
});

test('asks an owner for the installer of their new plant, not for its owner', async () => {
  await open({}, { role: 'owner' });
  expect(await screen.findByLabelText("Installer's e-mail")).toBeTruthy();
  expect(screen.queryByLabelText("Owner's e-mail")).toBeNull();
});

test('shows an owner without the right to create plants whom to ask', async () => {
  const { requests } = await open({}, { role: 'owner', without: ['SiteCreate'] });
  await screen.findByText(/^You are not allowed to create or edit plants/);
  expect(requests('common/country')).toEqual([]);
});
